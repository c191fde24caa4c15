import type { Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { BulkUpdate, WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { audit } from '../audit/audit.ts'
import { refuseWrite } from './write-answer.ts'
import { refuseMissingTargets, refuseViolation, addFollowing } from './write-input.ts'
import { editOf, lockRecords, writeEdits } from './write-edits.ts'

/** Rows per statement, as in `createMany`. */
const chunkSize = 2000

/**
 * Makes the same change to many records as one act with one audit row; every changed record gets a
 * change row. Missing records are skipped; records that already have these values are counted but
 * not written.
 */
export async function updateMany(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  request: BulkUpdate,
): Promise<WriteAnswer> {
  const { writer, changes, actId } = request
  const ids = [...new Set(request.ids)].toSorted()
  const refused =
    (await refuseMissingTargets(trx, collection, [changes])) ??
    (await refuseViolations(trx, collection, { ids, changes }))
  if (refused) return refused
  let updated = 0
  for (let start = 0; start < ids.length; start += chunkSize) {
    updated += await updateChunk(trx, collection, { ...request, ids: ids.slice(start, start + chunkSize) })
  }
  if (updated === 0) return refuseWrite('not_found')
  await audit(trx, {
    user: { id: writer.userId, name: writer.userName },
    address: writer.address,
    act: 'update',
    collection: collection.name,
    detail: { act_id: actId, records: updated, fields: Object.keys(changes) },
  })
  return { status: 200, headers: {}, body: { updated, act_id: actId } }
}

/**
 * One broken rule, or references that do not go together, refuses the act. All records are checked
 * before any is written, because a refusal commits; see `createWritePipeline`.
 */
async function refuseViolations(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  { ids, changes }: Pick<BulkUpdate, 'ids' | 'changes'>,
): Promise<WriteAnswer | undefined> {
  const { referenceConflict, references, rules } = collection
  const isReferenceChanged = Object.keys(changes).some((key) => key in references)
  if (!rules.violations && !(referenceConflict && isReferenceChanged)) return undefined
  for (const before of await lockRecords(trx, collection, ids)) {
    const refused = await refuseViolation(trx, collection, { before, after: { ...before, ...changes } })
    if (refused) return refused
  }
  return undefined
}

/** Returns how many of the records exist. */
async function updateChunk(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  request: BulkUpdate,
): Promise<number> {
  const found = await lockRecords(trx, collection, request.ids)
  const edits = found.flatMap((current) => editToHave(collection, current, request.changes) ?? [])
  if (edits.length > 0) await writeEdits(trx, collection, { edits, act: request })
  return found.length
}

/** Undefined when the record already has these values. */
function editToHave(collection: WritableCollection, current: AnyRecord, changes: BulkUpdate['changes']) {
  const differing = Object.entries(changes).filter(([key, value]) => value !== (current[key] ?? null))
  if (differing.length === 0) return undefined
  return editOf(collection, current, addFollowing(collection, Object.fromEntries(differing), changes))
}
