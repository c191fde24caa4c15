import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { hasUnsealedPersonNumber } from '#contract/person-numbers/sealed-number.ts'
import { bookRules } from '#domain/books/books.ts'
import { type Edit, OutboxWriteError } from '#mirror/offline-copy.ts'
import { computeBaseVersion } from '../base-version.ts'
import type { EntryToAdd, Outbox, WaitingAction } from '../open-outbox.ts'
import {
  buildEntityKey,
  changesSchema,
  combineChanges,
  createEntry,
  isNeverSent,
  isUnsettled,
  type NewEntry,
  type StoredEntry,
} from '../stored-entry.ts'
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
 * @throws OutboxWriteError when the device could not store this action; then none of it was stored
 */
export async function enqueueEdits(outbox: Outbox, edits: readonly Edit[]): Promise<readonly string[]> {
  const { waiting } = outbox
  const additions = edits.map((edit) => ({
    entry: buildEditEntry(outbox, edit),
    isRestore: edit.kind === 'create' && edit.isRestore === true,
  }))
  const effective = additions.filter(({ entry }) => !isEmpty(entry))
  if (effective.length === 0) return additions.map(({ entry }) => entry.opId)
  const { promise, resolve: stored, reject: failed } = Promise.withResolvers<readonly string[]>()
  waiting.actions.push({ entries: effective, isTried: false, stored, failed })
  if (!waiting.isStoring) void storeWaiting(outbox)
  const opIds = await promise
  const storedOpIds = new Map(effective.map(({ entry }, index) => [entry.opId, opIds[index]]))
  return additions.map(({ entry }) => storedOpIds.get(entry.opId) ?? entry.opId)
}

/**
 * Stores waiting actions, one group after another. Failures reject the actions and are never
 * thrown. After a group failed, each of its actions is tried alone, so that one that doesn't fit or
 * can't be written doesn't fail the others.
 */
async function storeWaiting(outbox: Outbox): Promise<void> {
  const { waiting } = outbox
  waiting.isStoring = true
  for (let first = waiting.actions.shift(); first; first = waiting.actions.shift()) {
    const group = [first]
    const maxEdits = first.isTried ? 0 : maxEditsPerTransaction
    try {
      const opIds = await writeOutbox(outbox, async (write) => {
        const stored: (readonly string[])[] = []
        // The transaction may have waited for another tab or the drainer; actions that arrived
        // meanwhile join it.
        joinWaiting(outbox, group, maxEdits)
        for (const action of group) {
          const { isTried } = action
          action.isTried = true
          const actionOpIds: string[] = []
          for (const addition of action.entries) {
            const before = isTried ? await findEarlierRun(outbox, write, addition.entry.opId) : null
            actionOpIds.push(before ?? (await addEntry(outbox, write, addition)))
          }
          stored.push(actionOpIds)
          // HAZARD: actions added to `group` here are processed by this same loop.
          joinWaiting(outbox, group, maxEdits)
        }
        return stored
      })
      for (const [index, action] of group.entries()) action.stored(opIds[index] ?? [])
    } catch (error) {
      for (const action of group) action.isTried = true
      if (group.length === 1 || isStorageLost(error)) group.forEach((action) => action.failed(error))
      else waiting.actions.unshift(...group)
    }
  }
  waiting.isStoring = false
}

/** Reopening was already tried, and may have taken ten seconds. */
function isStorageLost(error: unknown): boolean {
  return error instanceof OutboxWriteError && ['lost', 'silent', 'blocked'].includes(error.reason)
}

function joinWaiting({ waiting: { actions } }: Outbox, group: WaitingAction[], maxEdits: number): void {
  let edits = group.reduce((sum, action) => sum + action.entries.length, 0)
  for (let next = actions[0]; next && edits + next.entries.length <= maxEdits; next = actions[0]) {
    actions.shift()
    group.push(next)
    edits += next.entries.length
  }
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

function isEmpty(entry: NewEntry): boolean {
  return entry.kind === 'update' && Object.keys(entry.changes).length === 0
}

function buildEditEntry(outbox: Outbox, edit: Edit): NewEntry {
  if (!Object.hasOwn(mirroredCollections, edit.collection) || edit.id === '') throw new OutboxWriteError('invalid')
  const changes = changesSchema.safeParse(toChanges(edit))
  if (!changes.success) throw new OutboxWriteError('invalid', changes.error)
  refuseResidentNumbers(edit.collection, changes.data)
  return createEntry({
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
function refuseResidentNumbers(collection: CollectionName, changes: StoredEntry['changes']): void {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  const newValues = Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.new]))
  if (hasUnsealedPersonNumber(fields, newValues)) throw new OutboxWriteError('resident_number')
}

function toChanges(edit: Edit): StoredEntry['changes'] {
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
async function addEntry(
  { image }: Outbox,
  write: OutboxWrite,
  { entry: newEntry, isRestore }: EntryToAdd,
): Promise<string> {
  const lane = await write.lane(newEntry.entityKey)
  const baseVersion = computeBaseVersion(newEntry.baseVersion, lane.entries, image.ownVersions.get(newEntry.entityKey))
  const dependencies = await findDependencies(write, newEntry)
  const isSignInNeeded = (await write.getSession())?.isRefused ?? false
  const entry: NewEntry = {
    ...newEntry,
    baseVersion,
    dependsOn: dependencies.entityKeys,
    state: isSignInNeeded ? 'held_auth' : 'queued',
  }
  const last = lane.hasUnknown ? undefined : lane.entries.findLast(isUnsettled)
  const isStillReferenced = entry.kind === 'delete' && last?.kind === 'create' && dependencies.entityKeys.length > 0
  const canMoveForward = !isStillReferenced && dependencies.newest < (last?.seq ?? 0)
  const result = isRestore ? cancelDelete(last) : coalesceEntries(last, entry, canMoveForward)
  if (result.kind === 'add') {
    write.trace(entry.opId, 'enqueued')
    return (await write.add(entry)).opId
  }
  if (result.kind === 'replace') write.put(result.entry)
  else {
    write.remove(result.entry)
    write.trace(result.entry.opId, 'vanished')
  }
  write.log({
    opId: entry.opId,
    what: result.kind === 'replace' ? 'merged' : 'vanished',
    into: result.entry.opId,
  })
  return result.entry.opId
}

/**
 * Lanes that must be sent before this entry. For a create or update: those of referenced records
 * whose own create still waits. For a delete: those with waiting entries that set or clear a
 * reference to the deleted record, or delete a record that may refer to it. `newest` is the highest
 * seq among their entries, 0 if there are none.
 */
export async function findDependencies(
  write: OutboxWrite,
  entry: NewEntry,
): Promise<{ entityKeys: string[]; newest: number }> {
  const dependencies = entry.kind === 'delete' ? await findReferrers(write, entry) : await findReferred(write, entry)
  return {
    entityKeys: [...new Set(dependencies.map((dependency) => dependency.entityKey))],
    newest: dependencies.reduce((newest, dependency) => Math.max(newest, dependency.seq), 0),
  }
}

async function findReferred(write: OutboxWrite, entry: NewEntry): Promise<StoredEntry[]> {
  const referredEntries: StoredEntry[] = []
  for (const field of listReferenceFields(entry.collection)) {
    const target = entry.changes[field.key]?.new
    if (typeof target !== 'string' || !field.refers) continue
    const lane = await write.lane(buildEntityKey(field.refers.collection, target))
    if (lane.entries.some((other) => other.kind === 'create' && isUnsettled(other)))
      referredEntries.push(...lane.entries.filter(isUnsettled))
  }
  return referredEntries
}

async function findReferrers(write: OutboxWrite, entry: NewEntry): Promise<readonly StoredEntry[]> {
  const referring = Object.values(mirroredCollections).flatMap((description) =>
    listReferenceFields(description.name)
      .filter((field) => field.refers?.collection === entry.collection)
      .map((field) => ({ collection: description.name, key: field.key })),
  )
  if (referring.length === 0) return []
  const refersToIt = (other: StoredEntry) =>
    referring.some(({ collection, key }) => {
      const change = other.collection === collection ? other.changes[key] : undefined
      return change?.new === entry.recordId || change?.old === entry.recordId
    })
  // A waiting delete no longer says what its record referred to, and the server would refuse to
  // delete a record that is still referred to.
  const mayHaveReferred = (other: StoredEntry) =>
    other.kind === 'delete' && referring.some(({ collection }) => other.collection === collection)
  return write.entries((other) => isUnsettled(other) && (mayHaveReferred(other) || refersToIt(other)))
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
type CoalesceResult = { kind: 'add' } | { kind: 'replace'; entry: StoredEntry } | { kind: 'vanish'; entry: StoredEntry }

/**
 * Merges a new entry into the last one of its lane where possible. Only an entry that was never
 * sent may change, because the server may already have the others. Sending the merged entries has
 * the same result as sending the originals.
 *
 * `canMoveForward` false: the new entry depends on something enqueued after `last`, so it may not
 * take `last`'s place in the order.
 */
export function coalesceEntries(
  last: StoredEntry | undefined,
  next: NewEntry,
  canMoveForward: boolean,
): CoalesceResult {
  if (!last || !canMoveForward || !isNeverSent(last) || !mayChange(last)) return { kind: 'add' }
  if (last.kind === 'delete' || next.kind === 'create') return { kind: 'add' }
  const dependsOn = [...new Set([...last.dependsOn, ...next.dependsOn])]
  const baseVersion = Math.min(last.baseVersion, next.baseVersion)
  if (next.kind === 'update') {
    const changes = mergeChanges(last, next)
    if (last.kind === 'update' && Object.keys(changes).length === 0) return { kind: 'vanish', entry: last }
    return { kind: 'replace', entry: { ...last, baseVersion, changes, dependsOn } }
  }
  if (last.kind === 'create') return { kind: 'vanish', entry: last }
  const caption = next.caption || last.caption
  const takenUp = { changes: last.changes, baseVersion: last.baseVersion, dependsOn: last.dependsOn }
  return { kind: 'replace', entry: { ...last, kind: 'delete', baseVersion, changes: {}, caption, dependsOn, takenUp } }
}

/**
 * Restores a deleted record. While its delete is unsent, nothing needs to be sent: the delete is
 * removed and the edit it replaced comes back. Once the delete may have been sent, the record is
 * created again after it.
 */
export function cancelDelete(last: StoredEntry | undefined): CoalesceResult {
  if (last?.kind !== 'delete' || !isNeverSent(last) || !mayChange(last)) return { kind: 'add' }
  const { takenUp, ...rest } = last
  if (!takenUp) return { kind: 'vanish', entry: last }
  return { kind: 'replace', entry: { ...rest, kind: 'update', ...takenUp } }
}

function mayChange(entry: StoredEntry): boolean {
  return entry.state === 'queued' || entry.state === 'held_auth' || entry.state === 'held_old'
}

/** A create keeps every field; an update drops fields that are back at their old value. */
function mergeChanges(last: StoredEntry, next: NewEntry): StoredEntry['changes'] {
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
function dropUnchanged(collection: CollectionName, changes: StoredEntry['changes']): StoredEntry['changes'] {
  const { follows = [] } = bookRules[collection]
  const isChanged = (key: string) => changes[key] !== undefined && changes[key].old !== changes[key].new
  const isDerivedChange = (key: string) => follows.some((follow) => follow.key === key && isChanged(follow.source))
  return Object.fromEntries(Object.entries(changes).filter(([key]) => isChanged(key) || isDerivedChange(key)))
}
