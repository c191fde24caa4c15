import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { holdNumber } from '#contract/numbers/number-fault.ts'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { OutboxWriteError, type Edit } from '../../offline-copy.ts'
import type { Outbox, WaitingAction } from '../open-outbox.ts'
import { changesSchema, makeOp, type NewOp, type StoredOp } from '../stored-op.ts'
import { writeOutbox, type OutboxWrite } from '../write-outbox.ts'
import { withoutUnchanged } from './coalesce.ts'
import { addEntry } from './add-entry.ts'

/**
 * Maximum edits per shared transaction (unless one action is larger), so that a typed cell doesn't
 * wait for the hundreds of a bulk edit.
 */
const maxEdits = 50

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
    op: newOp(outbox, edit),
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
  for (let next = actions[0]; next && edits + next.entries.length <= maxEdits; next = actions[0]) {
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
 * The transaction may have been stored although its completion was never reported (connection
 * lost); then this run finds its entry.
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

function newOp(outbox: Outbox, edit: Edit): NewOp {
  if (!Object.hasOwn(mirroredCollections, edit.collection) || edit.id === '') throw new OutboxWriteError('invalid')
  const changes = changesSchema.safeParse(changesOf(edit))
  if (!changes.success) throw new OutboxWriteError('invalid', changes.error)
  refuseResidentNumbers(edit.collection, changes.data)
  return makeOp({
    opId: outbox.runtime.newId(),
    kind: edit.kind,
    collection: edit.collection,
    recordId: edit.id,
    baseVersion: edit.kind === 'create' ? 0 : edit.baseVersion,
    changes: changes.data,
    caption: maskResidentNumbers(captionOf(edit)),
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
  if (holdNumber(fields, values)) throw new OutboxWriteError('resident_number')
}

function changesOf(edit: Edit): StoredOp['changes'] {
  if (edit.kind === 'delete') return {}
  if (edit.kind === 'update') return withoutUnchanged(edit.collection, edit.changes)
  return Object.fromEntries(Object.entries(edit.fields).map(([key, value]) => [key, { old: null, new: value }]))
}

/** Names the record as far as the edit does: its caption, or its first searched text field. */
function captionOf(edit: Edit): string {
  if (edit.kind !== 'create' || edit.caption) return edit.caption ?? ''
  const fields: readonly Field[] = mirroredCollections[edit.collection].fields
  const naming = fields.find((field) => field.searched && typeof edit.fields[field.key] === 'string')
  const text = naming ? edit.fields[naming.key] : ''
  return typeof text === 'string' ? text : ''
}
