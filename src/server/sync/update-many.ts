import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { recordJson } from '../db/record-json.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { BulkUpdate, WritableCollection, WriteAnswer } from '../db/writable-collection.ts'
import { audit } from '../plugins/audit.ts'
import { refuseWrite } from './write-answer.ts'
import { refuseMissingTargets, refuseViolation, addFollowing } from './write-input.ts'
import { changedFields } from './write-log.ts'

/** Rows per statement, as in `createMany`. */
const chunkSize = 2000

/**
 * The same change to many records as one act: every record that changes has its change row, the act has one audit row. Records that are gone are passed over,
 * records that have these values already are counted and not written.
 */
export async function updateMany(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  request: BulkUpdate,
): Promise<WriteAnswer> {
  const { writer, changes, actId } = request
  // Always in this order, so that two such acts at the same moment wait for each other instead of locking each other out.
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

/** One record whose rule would be broken, or whose references would not go together, refuses the act. All are asked before any is written: a refusal commits, see `createWritePipeline`. */
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

/** Answers how many of the records are there. */
async function updateChunk(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  request: BulkUpdate,
): Promise<number> {
  const found = await lockRecords(trx, collection, request.ids)
  const edits = found.flatMap((current) => editOf(collection, current, request.changes) ?? [])
  if (edits.length === 0) return found.length
  const written = [...collection.description.fields.map(({ key }) => key), ...Object.keys(collection.derive({}))]
  const columns = sql.join(written.map((column) => sql.ref(column)))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as one (id uuid, written jsonb, fields jsonb)
    ), written as (
      update ${sql.table(collection.table)} as t set version = t.version + 1, updated_at = now(),
        (${columns}) = (select ${columns} from jsonb_populate_record(t, given.written))
      from given where t.id = given.id
      returning t.id, t.version, given.fields
    )
    insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id, act_id)
    select ${collection.name}, id, version, 'update', fields,
      ${request.writer.userId}::uuid, ${request.writer.userName}, ${request.opId ?? null}::uuid, ${request.actId}::uuid
    from written
  `.execute(trx)
  return found.length
}

async function lockRecords(
  trx: Transaction<Tables>,
  collection: WritableCollection,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(collection, 't')} as row from ${sql.table(collection.table)} t
    where t.id = any(${sql.val(ids)}::uuid[]) order by t.id for update
  `.execute(trx)
  return result.rows.map(({ row }) => row)
}

/** Undefined when the record has these values already. */
function editOf(collection: WritableCollection, current: AnyRecord, changes: BulkUpdate['changes']) {
  const differing = Object.entries(changes).filter(([key, value]) => value !== (current[key] ?? null))
  if (differing.length === 0) return undefined
  const changed = addFollowing(collection, Object.fromEntries(differing), changes)
  const after = { ...current, ...changed }
  const fields = changedFields(collection, current, after)
  return { id: current.id, written: { ...changed, ...collection.derive(after) }, fields }
}
