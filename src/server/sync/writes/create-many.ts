import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { BulkCreate } from '#server/writes/write-pipeline-types.ts'
import type { WriteResponse } from '#server/writes/write-request.ts'
import { updateEach } from './bulk-update.ts'
import { diffFields } from './record-log.ts'
import { createDestroyedRefusal, findAnyTakenRefusal, isAnyDestroyed } from './write-checks.ts'
import { createRefusal, findFirstViolation, findMissingTargetRefusal, findViolationRefusal } from './write-input.ts'

/** Rows per statement: amortizes the round trip while the statement text stays below a few MB. */
const chunkSize = 2000

/**
 * Creates many records, and changes others, as one action. Every record gets its change row; the
 * action gets one trail row per book.
 */
export async function createMany(
  trx: Transaction<Tables>,
  book: WritableBook,
  { referencedRecords = [], ...request }: BulkCreate,
): Promise<WriteResponse> {
  // A refusal commits its op row, but must roll back the records created before it.
  await sql`savepoint before_act`.execute(trx)
  let refused: WriteResponse | undefined
  for (const batch of [...referencedRecords, { book, records: request.records }]) {
    refused ??= await createRecords(trx, batch.book, { ...request, records: batch.records })
  }
  refused ??= await updateEach(trx, book, request)
  if (refused) await sql`rollback to savepoint before_act`.execute(trx)
  return refused ?? { status: 200, headers: {}, body: { imported: request.records.length, act_id: request.actionId } }
}

async function createRecords(
  trx: Transaction<Tables>,
  book: WritableBook,
  request: BulkCreate,
): Promise<WriteResponse | undefined> {
  const { writer, records, actionId } = request
  if (records.length === 0) return undefined
  const fieldSets = records.map(({ fields }) => fields)
  const refused =
    (await findMissingTargetRefusal(trx, book, fieldSets)) ??
    (await findAnyTakenRefusal(trx, book, fieldSets)) ??
    (await findAnyViolationRefusal(trx, book, fieldSets))
  if (refused) return refused
  const ids = records.map(({ id }) => id)
  if (await isAnyDestroyed(trx, book.name, ids)) return createDestroyedRefusal()
  if (await isAnyTaken(trx, book, ids)) {
    return createRefusal('conflict', { message: '이미 있는 번호의 자료가 들어 있습니다.' })
  }
  for (let start = 0; start < records.length; start += chunkSize) {
    const chunk = records.slice(start, start + chunkSize)
    await insertChunk(trx, book, chunk)
    await logChunk(trx, book, { ...request, records: chunk })
  }
  await writeTrail(trx, {
    user: { id: writer.userId, name: writer.userName },
    ipAddress: writer.ipAddress,
    act: 'import',
    collection: book.name,
    detail: { act_id: actionId, records: records.length },
  })
  return undefined
}

/** Checks every record, and the references once per distinct combination. */
async function findAnyViolationRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  fieldSets: readonly Readonly<Record<string, unknown>>[],
): Promise<WriteResponse | undefined> {
  for (const after of fieldSets) {
    const broken = findFirstViolation(book, { before: null, after })
    if (broken) return createRefusal('refused', { message: broken.message, fields: { [broken.field]: broken.message } })
  }
  const keys = Object.keys(book.references)
  const distinct = new Map(fieldSets.map((fields) => [JSON.stringify(keys.map((key) => fields[key])), fields]))
  for (const after of distinct.values()) {
    const refused = await findViolationRefusal(trx, book, { before: null, after })
    if (refused) return refused
  }
  return undefined
}

async function isAnyTaken(trx: Transaction<Tables>, book: WritableBook, ids: readonly string[]): Promise<boolean> {
  const result = await sql`
    select 1 from ${sql.table(book.table)} where id = any(${sql.val(ids)}::uuid[]) limit 1
  `.execute(trx)
  return result.rows.length > 0
}

async function insertChunk(trx: Transaction<Tables>, book: WritableBook, chunk: BulkCreate['records']): Promise<void> {
  const rows = chunk.map(({ id, fields }) => ({ id, version: 1, ...fields, ...book.derive(fields) }))
  const derived = Object.keys(book.derive({}))
  const fieldKeys = book.fields.map((field) => field.key)
  const columns = sql.join(['id', 'version', ...fieldKeys, ...derived].map((column) => sql.ref(column)))
  // jsonb_populate_recordset takes the column types from the table.
  const table = sql.table(book.table)
  await sql`
    insert into ${table} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
  `.execute(trx)
}

async function logChunk(
  trx: Transaction<Tables>,
  book: WritableBook,
  { writer, opId, actionId, records }: BulkCreate,
): Promise<void> {
  const rows = records.map(({ id, fields }) => ({ record_id: id, fields: diffFields(book, null, fields) }))
  await sql`
    insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id, act_id)
    select ${book.name}, record_id, 1, 'create', fields,
      ${writer.userId}::uuid, ${writer.userName}, ${opId ?? null}::uuid, ${actionId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (record_id uuid, fields jsonb)
  `.execute(trx)
}
