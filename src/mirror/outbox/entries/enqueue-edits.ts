import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { hasUnsealedNumber } from '#contract/numbers/sealed-number.ts'
import { bookRules } from '#domain/books/books.ts'
import { type Edit, OutboxWriteError } from '#mirror/offline-copy.ts'
import { computeBaseVersion } from '../base-version.ts'
import type { NewEntry, Outbox, WaitingAction } from '../open-outbox.ts'
import {
  buildEntityKey,
  changesSchema,
  combineChanges,
  createOp,
  isNeverSent,
  isUnsettled,
  type NewOp,
  type StoredOp,
} from '../stored-op.ts'
import { type OutboxWrite, writeOutbox } from '../write-outbox.ts'

/**
 * Maximum edits per shared transaction (unless one action is larger), so that a typed cell doesn't
 * wait for the hundreds of a bulk edit.
 */
const maxEditsPerTransaction = 50

/**
 * Stores the edits of one action, all or none; resolves after the strict transaction has completed,
 * with the opIds of the entries that contain them (an unsent earlier entry of the record may have
 * absorbed one). Actions that arrive during a transaction share the next: a durable transaction
 * takes tens of milliseconds, and fifteen quick edits in separate ones would be stored a second
 * after the last key.
 * @throws OutboxWriteError when the device could not keep this action; then nothing of it was kept
 */
export async function enqueueEdits(outbox: Outbox, edits: readonly Edit[]): Promise<readonly string[]> {
  const { waiting } = outbox
  const entries = edits.map((edit) => ({
    op: buildEditOp(outbox, edit),
    isRestore: edit.kind === 'create' && edit.isRestore === true,
  }))
  const effective = entries.filter(({ op }) => !isEmpty(op))
  if (effective.length === 0) return entries.map(({ op }) => op.opId)
  const { promise, resolve: stored, reject: failed } = Promise.withResolvers<readonly string[]>()
  waiting.actions.push({ entries: effective, isTried: false, stored, failed })
  if (!waiting.isStoring) void storeWaiting(outbox)
  const opIds = await promise
  const storedOpIds = new Map(effective.map(({ op }, index) => [op.opId, opIds[index]]))
  return entries.map(({ op }) => storedOpIds.get(op.opId) ?? op.opId)
}

/**
 * Stores waiting actions, one group after another. Failures reject the actions and are never
 * thrown.
 */
async function storeWaiting(outbox: Outbox): Promise<void> {
  const { waiting } = outbox
  waiting.isStoring = true
  for (let first = waiting.actions.shift(); first; first = waiting.actions.shift()) {
    const group = [first]
    try {
      const opIds = await writeOutbox(outbox, async (write) => {
        const stored: (readonly string[])[] = []
        // The transaction may have waited for another tab or the drainer; actions that arrived
        // meanwhile join it.
        joinWaiting(outbox, group)
        for (const action of group) {
          stored.push(await writeAction(outbox, write, action))
          // HAZARD: actions added to `group` here are processed by this same loop.
          joinWaiting(outbox, group)
        }
        return stored
      })
      for (const [index, action] of group.entries()) action.stored(opIds[index] ?? [])
    } catch (error) {
      await storeEach(outbox, group, error)
    }
  }
  waiting.isStoring = false
}

function joinWaiting({ waiting: { actions } }: Outbox, group: WaitingAction[]): void {
  let edits = group.reduce((sum, action) => sum + action.entries.length, 0)
  for (let next = actions[0]; next && edits + next.entries.length <= maxEditsPerTransaction; next = actions[0]) {
    actions.shift()
    group.push(next)
    edits += next.entries.length
  }
}

async function writeAction(outbox: Outbox, write: OutboxWrite, action: WaitingAction): Promise<readonly string[]> {
  const { isTried } = action
  action.isTried = true
  const opIds: string[] = []
  for (const entry of action.entries) {
    const before = isTried ? await findEarlierRun(outbox, write, entry.op.opId) : null
    opIds.push(before ?? (await addEntry(write, entry)))
  }
  return opIds
}

/**
 * A first run whose completion was never reported (connection lost) may have stored its entry;
 * finds the opId it is stored under.
 */
async function findEarlierRun(outbox: Outbox, write: OutboxWrite, opId: string): Promise<string | null> {
  if (await write.getByOpId(opId)) return opId
  const logged = await outbox.db.log.where('opId').equals(opId).first()
  return logged ? (logged.into ?? opId) : null
}

/**
 * After a group failed, tries each action alone, so that one that doesn't fit or can't be written
 * doesn't fail the others.
 */
async function storeEach(outbox: Outbox, group: readonly WaitingAction[], error: unknown): Promise<void> {
  // Reopening was already tried, and may have taken ten seconds.
  const isStorageLost = error instanceof OutboxWriteError && (error.reason === 'lost' || error.reason === 'blocked')
  if (group.length === 1 || isStorageLost) return group.forEach((action) => action.failed(error))
  for (const action of group) {
    await writeOutbox(outbox, (write) => writeAction(outbox, write, action)).then(action.stored, action.failed)
  }
}

function isEmpty(op: NewOp): boolean {
  return op.kind === 'update' && Object.keys(op.changes).length === 0
}

function buildEditOp(outbox: Outbox, edit: Edit): NewOp {
  if (!Object.hasOwn(mirroredCollections, edit.collection) || edit.id === '') throw new OutboxWriteError('invalid')
  const changes = changesSchema.safeParse(toChanges(edit))
  if (!changes.success) throw new OutboxWriteError('invalid', changes.error)
  refuseResidentNumbers(edit.collection, changes.data)
  return createOp({
    opId: outbox.runtime.newId(),
    kind: edit.kind,
    collection: edit.collection,
    recordId: edit.id,
    baseVersion: edit.kind === 'create' ? 0 : edit.baseVersion,
    changes: changes.data,
    caption: maskResidentNumbers(resolveCaption(edit)),
    userId: outbox.userId,
    actId: edit.actId ?? null,
    createdAt: outbox.runtime.now(),
  })
}

/**
 * The last check before the disk; forms and cells refuse such texts themselves and show the reason.
 */
function refuseResidentNumbers(collection: CollectionName, changes: StoredOp['changes']): void {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const values = Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.new]))
  if (hasUnsealedNumber(fields, values)) throw new OutboxWriteError('resident_number')
}

function toChanges(edit: Edit): StoredOp['changes'] {
  if (edit.kind === 'delete') return {}
  if (edit.kind === 'update') return dropUnchanged(edit.collection, edit.changes)
  return Object.fromEntries(Object.entries(edit.fields).map(([key, value]) => [key, { old: null, new: value }]))
}

/** Names the record as far as the edit does: its caption, or its first searched text field. */
function resolveCaption(edit: Edit): string {
  if (edit.kind !== 'create' || edit.caption) return edit.caption ?? ''
  const fields: readonly Field[] = mirroredCollections[edit.collection].fields
  const captionField = fields.find((field) => field.searched && typeof edit.fields[field.key] === 'string')
  const text = captionField ? edit.fields[captionField.key] : ''
  return typeof text === 'string' ? text : ''
}

/**
 * Appends a new entry to its record's lane: as a separate entry, merged into the last unsent one,
 * or not at all when the two cancel out. Returns the opId it is stored under.
 */
async function addEntry(write: OutboxWrite, { op: newOp, isRestore }: NewEntry): Promise<string> {
  const lane = await write.lane(newOp.entityKey)
  const baseVersion = computeBaseVersion(newOp.baseVersion, lane.ops)
  const dependencies = await findDependencies(write, newOp)
  const isHeld = (await write.getSession())?.isRefused ?? false
  const op: NewOp = {
    ...newOp,
    baseVersion,
    dependsOn: dependencies.entityKeys,
    state: isHeld ? 'held_auth' : 'queued',
  }
  const last = lane.hasUnknown ? undefined : lane.ops.findLast(isUnsettled)
  const isStillReferenced = op.kind === 'delete' && last?.kind === 'create' && dependencies.entityKeys.length > 0
  const canMoveForward = !isStillReferenced && dependencies.newest < (last?.seq ?? 0)
  const result = isRestore ? cancelDelete(last) : coalesceEntries(last, op, canMoveForward)
  if (result.kind === 'add') {
    write.trace(op.opId, 'enqueued')
    return (await write.add(op)).opId
  }
  if (result.kind === 'replace') write.put(result.op)
  else {
    write.remove(result.op)
    write.trace(result.op.opId, 'vanished')
  }
  write.log({
    opId: op.opId,
    what: result.kind === 'replace' ? 'merged' : 'vanished',
    into: result.op.opId,
  })
  return result.op.opId
}

/**
 * Lanes that must be sent before this entry. For a create or update: those of referenced records
 * whose own create still waits. For a delete: those with waiting entries that set or clear a
 * reference to the deleted record, or delete a record that may refer to it. `newest` is the highest
 * seq among their entries, 0 if there are none.
 */
export async function findDependencies(
  write: OutboxWrite,
  op: NewOp,
): Promise<{ entityKeys: string[]; newest: number }> {
  const found = op.kind === 'delete' ? await findReferrers(write, op) : await findReferred(write, op)
  return {
    entityKeys: [...new Set(found.map((dependency) => dependency.entityKey))],
    newest: found.reduce((newest, dependency) => Math.max(newest, dependency.seq), 0),
  }
}

async function findReferred(write: OutboxWrite, op: NewOp): Promise<StoredOp[]> {
  const found: StoredOp[] = []
  for (const field of listReferenceFields(op.collection)) {
    const target = op.changes[field.key]?.new
    if (typeof target !== 'string' || !field.refers) continue
    const lane = await write.lane(buildEntityKey(field.refers.collection, target))
    if (lane.ops.some((entry) => entry.kind === 'create' && isUnsettled(entry)))
      found.push(...lane.ops.filter(isUnsettled))
  }
  return found
}

async function findReferrers(write: OutboxWrite, op: NewOp): Promise<readonly StoredOp[]> {
  const referring = Object.values(mirroredCollections).flatMap((description) =>
    listReferenceFields(description.name)
      .filter((field) => field.refers?.collection === op.collection)
      .map((field) => ({ collection: description.name, key: field.key })),
  )
  if (referring.length === 0) return []
  const refersToIt = (entry: StoredOp) =>
    referring.some(({ collection, key }) => {
      const change = entry.collection === collection ? entry.changes[key] : undefined
      return change?.new === op.recordId || change?.old === op.recordId
    })
  // A waiting delete no longer says what its record referred to, and the server would refuse to
  // delete a record that is still referred to.
  const mayHaveReferred = (entry: StoredOp) =>
    entry.kind === 'delete' && referring.some(({ collection }) => entry.collection === collection)
  return write.entries((entry) => isUnsettled(entry) && (mayHaveReferred(entry) || refersToIt(entry)))
}

/** Fields of the collection that hold the id of another record. */
export function listReferenceFields(collection: CollectionName): Field[] {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return fields.filter((field) => field.kind === 'reference')
}

/**
 * `add`: becomes an entry. `replace`: merged into the existing entry. `vanish`: nothing is left to
 * send.
 */
type CoalesceResult = { kind: 'add' } | { kind: 'replace'; op: StoredOp } | { kind: 'vanish'; op: StoredOp }

/**
 * Merges a new entry into the last one of its lane where possible. Only an entry that was never
 * sent may change, because the server may already have the others. Sending the merged entries has
 * the same result as sending the originals.
 *
 * `canMoveForward` false: the new entry depends on something enqueued after `last`, so it may not
 * take `last`'s place in the order.
 */
export function coalesceEntries(last: StoredOp | undefined, next: NewOp, canMoveForward: boolean): CoalesceResult {
  if (!last || !canMoveForward || !isNeverSent(last) || !mayChange(last)) return { kind: 'add' }
  if (last.kind === 'delete' || next.kind === 'create') return { kind: 'add' }
  const dependsOn = [...new Set([...last.dependsOn, ...next.dependsOn])]
  const baseVersion = Math.min(last.baseVersion, next.baseVersion)
  if (next.kind === 'update') {
    const changes = mergeChanges(last, next)
    if (last.kind === 'update' && Object.keys(changes).length === 0) return { kind: 'vanish', op: last }
    return { kind: 'replace', op: { ...last, baseVersion, changes, dependsOn } }
  }
  if (last.kind === 'create') return { kind: 'vanish', op: last }
  const caption = next.caption || last.caption
  const takenUp = { changes: last.changes, baseVersion: last.baseVersion, dependsOn: last.dependsOn }
  return { kind: 'replace', op: { ...last, kind: 'delete', baseVersion, changes: {}, caption, dependsOn, takenUp } }
}

/**
 * Restores a deleted record. While its delete is unsent, nothing needs to be sent: the delete is
 * removed and the edit it replaced comes back. Once the delete may have been sent, the record is
 * created again after it.
 */
export function cancelDelete(last: StoredOp | undefined): CoalesceResult {
  if (last?.kind !== 'delete' || !isNeverSent(last) || !mayChange(last)) return { kind: 'add' }
  const { takenUp, ...rest } = last
  if (!takenUp) return { kind: 'vanish', op: last }
  return { kind: 'replace', op: { ...rest, kind: 'update', ...takenUp } }
}

function mayChange(op: StoredOp): boolean {
  return op.state === 'queued' || op.state === 'held_auth' || op.state === 'held_old'
}

/** A create keeps every field; an update drops fields that are back at their old value. */
function mergeChanges(last: StoredOp, next: NewOp): StoredOp['changes'] {
  const merged = Object.entries(combineChanges(last.changes, next.changes))
  if (last.kind === 'create')
    return Object.fromEntries(merged.map(([key, { new: value }]) => [key, { old: null, new: value }]))
  return dropUnchanged(last.collection, Object.fromEntries(merged))
}

/**
 * The changes that have an effect. A derived field that keeps its value while its source changes
 * counts (a tax set back by hand after its fee), because the server would derive it again if it
 * were left out.
 */
function dropUnchanged(collection: CollectionName, changes: StoredOp['changes']): StoredOp['changes'] {
  const { follows = [] } = bookRules[collection]
  const isChanged = (key: string) => changes[key] !== undefined && changes[key].old !== changes[key].new
  const isDerivedChange = (key: string) => follows.some((follow) => follow.key === key && isChanged(follow.source))
  return Object.fromEntries(Object.entries(changes).filter(([key]) => isChanged(key) || isDerivedChange(key)))
}
