import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { holdNumber } from '#contract/number-fault.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import { OutboxWriteError, type Edit } from '../../offline-copy.ts'
import { keepTogether } from './keep-together.ts'
import type { Outbox } from '../open-outbox.ts'
import { changesSchema, makeOp, type NewOp, type StoredOp } from '../stored-op.ts'
import { withoutUnchanged } from './without-unchanged.ts'

/**
 * Takes an edit down: resolved after the strict transaction that holds it has completed. The answered opId is the entry the edit lives in (an unsent earlier
 * entry of the same record may have taken it up).
 * @throws OutboxWriteError when the device could not keep it; then nothing was kept
 */
export async function enqueue(outbox: Outbox, edit: Edit): Promise<{ opId: string }> {
  const [opId = ''] = await enqueueAll(outbox, [edit])
  return { opId }
}

/**
 * Takes the edits of one action down in one transaction: all or none. Actions that are quicker than the device share one (keep-together.ts).
 * @throws OutboxWriteError when the device could not keep them; then none was kept
 */
export async function enqueueAll(outbox: Outbox, edits: readonly Edit[]): Promise<readonly string[]> {
  const entries = edits.map((edit) => ({ op: newOp(outbox, edit), isRestore: isRestoring(edit) }))
  const changing = entries.filter(({ op }) => !isEmpty(op))
  const opIds = changing.length > 0 ? await keepTogether(outbox, changing) : []
  const kept = new Map(changing.map(({ op }, index) => [op.opId, opIds[index]]))
  return entries.map(({ op }) => kept.get(op.opId) ?? op.opId)
}

function isEmpty(op: NewOp): boolean {
  return op.kind === 'update' && Object.keys(op.changes).length === 0
}

function isRestoring(edit: Edit): boolean {
  return edit.kind === 'create' && edit.isRestore === true
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

/** The last guard before the disk: every form and cell refuses such a text on its own, with the reason at its place. */
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

/** What names the record to a person, as far as the edit tells: the first searched text field it carries. */
function captionOf(edit: Edit): string {
  if (edit.kind !== 'create' || edit.caption) return edit.caption ?? ''
  const fields: readonly Field[] = mirroredCollections[edit.collection].fields
  const naming = fields.find((field) => field.searched && typeof edit.fields[field.key] === 'string')
  const text = naming ? edit.fields[naming.key] : ''
  return typeof text === 'string' ? text : ''
}
