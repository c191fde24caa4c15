import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { Outbox } from '../open-outbox.ts'
import type { RepairOutcome } from './repair-entry.ts'
import { editsOfGone } from '../entry-state.ts'
import { makeOp, type NewOp, type StoredOp } from '../stored-op.ts'
import { writeOutbox } from '../write-outbox.ts'

/** The record to create: its id, the deleted record's last values, and its name. */
export interface NewRecord {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly caption: string
}

/**
 * Creates a new record from a deleted one's last values with the user's waiting edits applied, and
 * removes those edits, in one transaction. `busy`: the record isn't deleted (any more); nothing was
 * done.
 */
export async function addAsNew(outbox: Outbox, opId: string, newRecord: NewRecord): Promise<RepairOutcome> {
  return writeOutbox(outbox, async (write) => {
    const op = await write.getByOpId(opId)
    if (!op) return 'gone'
    const edits = editsOfGone((await write.lane(op.entityKey)).ops)
    const [first] = edits
    if (!first || edits.some(({ kind }) => kind !== 'update')) return 'busy'
    const isHeld = (await write.getSession())?.isRefused ?? false
    const create = createOf(outbox, edits, { newRecord, first, isHeld })
    for (const edit of edits) {
      write.log({ opId: edit.opId, what: 'merged', op: edit, into: create.opId })
      write.remove(edit)
    }
    await write.add(create)
    write.trace(create.opId, 'enqueued')
    return 'done'
  })
}

function createOf(
  outbox: Outbox,
  edits: readonly StoredOp[],
  from: { newRecord: NewRecord; first: StoredOp; isHeld: boolean },
): NewOp {
  const { newRecord, first, isHeld } = from
  const dependsOn = new Set(edits.flatMap((edit) => edit.dependsOn))
  dependsOn.delete(first.entityKey)
  return makeOp({
    opId: outbox.runtime.newId(),
    kind: 'create',
    collection: first.collection,
    recordId: newRecord.id,
    changes: valuesOf(first.collection, newRecord.fields, edits),
    caption: newRecord.caption,
    dependsOn: [...dependsOn],
    userId: outbox.userId,
    createdAt: outbox.runtime.now(),
    state: isHeld ? 'held_auth' : 'queued',
  })
}

/** Includes edits made while the user decided, and leaves out fields only the server writes. */
function valuesOf(
  collection: CollectionName,
  fields: NewRecord['fields'],
  edits: readonly StoredOp[],
): StoredOp['changes'] {
  const values: Record<string, FieldValue> = { ...fields }
  for (const { changes } of edits) for (const [key, change] of Object.entries(changes)) values[key] = change.new
  const described: readonly Field[] = mirroredCollections[collection].fields
  return Object.fromEntries(
    described.flatMap(({ key, editable }) => {
      const value = values[key] ?? null
      return value === null || editable === false ? [] : [[key, { old: null, new: value }]]
    }),
  )
}
