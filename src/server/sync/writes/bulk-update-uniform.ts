import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import { isWriteStopped } from '#server/db/stopped-records.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { BulkUpdate } from '#server/writes/write-pipeline-types.ts'
import type { WriteResponse } from '#server/writes/write-request.ts'
import { diffFields } from './record-log.ts'
import { StoppedRecordError } from './write-checks.ts'
import { addFollowing, createRefusal, findMissingTargetRefusal, findViolationRefusal } from './write-input.ts'

/** Rows per statement, as in `createMany`. */
const chunkSize = 2000

/**
 * Makes the same change to many records as one action with one trail row; every changed record gets
 * a change row. Missing records are skipped; records that already have these values are counted but
 * not written.
 */
export async function updateMany(
  trx: Transaction<Tables>,
  book: WritableBook,
  request: BulkUpdate,
): Promise<WriteResponse> {
  const { writer, changes, actionId } = request
  const ids = [...new Set(request.ids)].toSorted()
  const refused =
    (await findMissingTargetRefusal(trx, book, [changes])) ??
    (await findAnyViolationRefusal(trx, book, { ids, changes }))
  if (refused) return refused
  let updated = 0
  for (let start = 0; start < ids.length; start += chunkSize) {
    updated += await updateChunk(trx, book, { ...request, ids: ids.slice(start, start + chunkSize) })
  }
  if (updated === 0) return createRefusal('not_found')
  await writeTrail(trx, {
    user: { id: writer.userId, name: writer.userName },
    ipAddress: writer.ipAddress,
    act: 'update',
    collection: book.name,
    detail: { act_id: actionId, records: updated, fields: Object.keys(changes) },
  })
  return { status: 200, headers: {}, body: { updated, act_id: actionId } }
}

/**
 * One broken rule, or references that do not go together, refuses the action. All records are
 * checked before any is written, because a refusal commits; see `createWritePipeline`.
 */
async function findAnyViolationRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  { ids, changes }: Pick<BulkUpdate, 'ids' | 'changes'>,
): Promise<WriteResponse | undefined> {
  const { referenceConflict, references, rules } = book
  const isReferenceChanged = Object.keys(changes).some((key) => key in references)
  if (!rules.violations && !(referenceConflict && isReferenceChanged)) return undefined
  for (const before of await lockRecords(trx, book, ids)) {
    const refused = await findViolationRefusal(trx, book, { before, after: { ...before, ...changes } })
    if (refused) return refused
  }
  return undefined
}

/** Returns how many of the records exist. */
async function updateChunk(trx: Transaction<Tables>, book: WritableBook, request: BulkUpdate): Promise<number> {
  const records = await lockRecords(trx, book, request.ids)
  const edits = records.flatMap((current) => buildEdit(book, current, request.changes) ?? [])
  if (edits.length > 0) await writeEdits(trx, book, { edits, act: request })
  return records.length
}

/** Undefined when the record already has these values. */
function buildEdit(book: WritableBook, current: AnyRecord, changes: BulkUpdate['changes']) {
  const differing = Object.entries(changes).filter(([key, value]) => value !== (current[key] ?? null))
  if (differing.length === 0) return undefined
  return completeEdit(book, current, addFollowing(book, Object.fromEntries(differing), changes))
}

/**
 * One record's part in an action on many: the written columns, derived ones included, and its
 * change-log fields.
 */
interface RecordEdit {
  readonly id: string
  readonly written: Readonly<Record<string, unknown>>
  readonly fields: ReturnType<typeof diffFields>
}

/** Completes changes with the fields that follow from them. */
export function completeEdit(
  book: WritableBook,
  current: AnyRecord,
  changes: Readonly<Record<string, unknown>>,
): RecordEdit {
  const after = { ...current, ...changes }
  const fields = diffFields(book, current, after)
  return { id: current.id, written: { ...changes, ...book.derive(after) }, fields }
}

/**
 * The current records of one action, locked until the transaction ends, always in the order of
 * their ids so that two such actions never deadlock. Throws `StoppedRecordError`.
 */
export async function lockRecords(
  trx: Transaction<Tables>,
  book: WritableBook,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord; isWriteStopped: boolean }>`
    select ${selectRecordJson(book, 't')} as row, ${isWriteStopped(book.name, 't')} as "isWriteStopped"
    from ${sql.table(book.table)} t where t.id = any(${sql.val(ids)}::uuid[]) order by t.id for update
  `.execute(trx)
  if (result.rows.some((row) => row.isWriteStopped)) throw new StoppedRecordError()
  return result.rows.map(({ row }) => row)
}

/** Writes the edits of locked records in one statement, each with its change row. */
export async function writeEdits(
  trx: Transaction<Tables>,
  book: WritableBook,
  { edits, act }: { edits: readonly RecordEdit[]; act: Pick<BulkUpdate, 'writer' | 'opId' | 'actionId'> },
): Promise<void> {
  const writtenKeys = [...book.fields.map(({ key }) => key), ...Object.keys(book.derive({}))]
  const columns = sql.join(writtenKeys.map((column) => sql.ref(column)))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as one (id uuid, written jsonb, fields jsonb)
    ), written as (
      update ${sql.table(book.table)} as t set version = t.version + 1, updated_at = now(),
        (${columns}) = (select ${columns} from jsonb_populate_record(t, given.written))
      from given where t.id = given.id
      returning t.id, t.version, given.fields
    )
    insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id, act_id)
    select ${book.name}, id, version, 'update', fields,
      ${act.writer.userId}::uuid, ${act.writer.userName}, ${act.opId ?? null}::uuid, ${act.actionId}::uuid
    from written
  `.execute(trx)
}
