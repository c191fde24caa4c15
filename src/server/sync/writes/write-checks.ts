import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { stoppedEditText } from '#domain/retention/stopped-texts.ts'
import { canSee } from '#server/db/owned-rows.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { canViolateUnique, type WritableBook } from '#server/writes/writable-book.ts'
import type { Writer, WriteResponse } from '#server/writes/write-request.ts'
import { lockRecord } from './record-statements.ts'
import { createRefusal } from './write-input.ts'

/**
 * Applies the collection's own rules. Returns their refusal, or the writes that follow from this
 * one.
 */
export async function runWriteCheck(
  trx: Transaction<Tables>,
  book: WritableBook,
  write: {
    id: string
    writer: Writer
    before: AnyRecord | null
    after: Readonly<Record<string, unknown>> | null
    unseen?: ReadonlySet<string>
  },
): Promise<{ refused: WriteResponse } | { set: Readonly<Record<string, unknown>> }> {
  const decision = await book.checkWrite?.(trx, { unseen: new Set(), ...write })
  if (!decision || 'set' in decision) return decision ?? { set: {} }
  const { message, field, code = 'refused' } = decision.refusal
  return { refused: createRefusal(code, { message, ...(field !== undefined && { fields: { [field]: message } }) }) }
}

/**
 * The locked row; undefined when there is none that the writer may know of. Throws
 * `StoppedRecordError`.
 */
export async function lockVisible(
  trx: Transaction<Tables>,
  book: WritableBook,
  { id, writer }: { id: string; writer: Writer },
): Promise<AnyRecord | undefined> {
  const lockedRecord = await lockRecord(trx, book, id)
  if (!lockedRecord || !canSee(book, toReader(writer), lockedRecord.row)) return undefined
  if (lockedRecord.isWriteStopped) throw new StoppedRecordError()
  return lockedRecord.row
}

/** The writer has passed the collection's policy, so they are staff. */
function toReader({ userId, isSuperuser = false }: Writer) {
  return { id: userId, isStaff: true, isSuperuser }
}

/**
 * Whether a deleted record with this id belonged to another person. It stays theirs: the owner of a
 * row never changes.
 */
export async function didBelongToAnother(
  trx: Transaction<Tables>,
  { owned, name }: WritableBook,
  { id, fields }: { id: string; fields: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  if (!owned) return false
  const { rows } = await sql<{ owner: string | null }>`
    select fields -> ${owned.key} ->> 'old' as owner from change
    where collection = ${name} and record_id = ${id} and kind = 'delete' order by version desc limit 1
  `.execute(trx)
  return rows[0] !== undefined && rows[0].owner !== fields[owned.key]
}

/**
 * Lets a superuser write a record whose processing is stopped 처리정지, to correct it or because a law
 * requires it. The database checks this setting.
 */
export async function allowBlockedWrites(trx: Transaction<Tables>, { isSuperuser }: Writer): Promise<void> {
  if (isSuperuser === true) await sql`select set_config('office.writes_blocked', 'on', true)`.execute(trx)
}

/**
 * Raised for a stopped record before the database refuses it: an edit that changes nothing never
 * reaches the database and would return the record.
 */
export class StoppedRecordError extends Error {
  override readonly name = 'StoppedRecordError'
  readonly code = 'OF001'
}

/** Turns the database's refusal into a response; rethrows any other error. */
export function createBlockedRefusal(error: unknown): WriteResponse {
  if (!(error instanceof Error && 'code' in error && error.code === 'OF001')) throw error
  return createRefusal('refused', { message: stoppedEditText })
}

/**
 * Whether any of these ids belonged to a destroyed record, which the undo of a delete or an old
 * device could bring back.
 */
export async function isAnyDestroyed(
  trx: Transaction<Tables>,
  collection: string,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from destroyed_record where record_id = any(${sql.val(ids)}::uuid[]) and collection = ${collection} limit 1
  `.execute(trx)
  return rows.length > 0
}

export function createDestroyedRefusal(): WriteResponse {
  return createRefusal('refused', { message: '보유기간이 지나 파기한 기록이어서 되살릴 수 없습니다.' })
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Refuses a value that must be unique and that another record already has. Concurrent writers of
 * the same value wait until the transaction ends, bulk writers included, so the unique index never
 * raises an error.
 */
export async function findTakenRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  { id, before, changes }: { id: string; before: Fields | null; changes: Fields },
): Promise<WriteResponse | undefined> {
  const [uniqueValue] = canViolateUnique(book, { before, changes })
    ? listUniqueValues(book, [{ ...before, ...changes, id }])
    : []
  if (!uniqueValue) return undefined
  const all = buildLockName(book)
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${all}, 0))`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${all}.${formatUniqueValue(uniqueValue)}`}, 0))`.execute(
    trx,
  )
  return await findDuplicateRefusal(trx, book, [uniqueValue])
}

/**
 * `findTakenRefusal` for many records, new ones or those with an `id`. One lock covers all values.
 */
export async function findAnyTakenRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  records: readonly Fields[],
): Promise<WriteResponse | undefined> {
  const uniqueValues = listUniqueValues(book, records)
  if (uniqueValues.length === 0) return undefined
  if (new Set(uniqueValues.map(formatUniqueValue)).size < uniqueValues.length) return createTakenValueRefusal(book)
  await sql`select pg_advisory_xact_lock(hashtextextended(${buildLockName(book)}, 0))`.execute(trx)
  return await findDuplicateRefusal(trx, book, uniqueValues)
}

/** A value that must be unique, within `scope` if the book limits it. */
interface UniqueValue {
  readonly id: unknown
  readonly value: string
  readonly scope: unknown
}

function listUniqueValues({ unique }: WritableBook, records: readonly Fields[]): UniqueValue[] {
  if (!unique) return []
  return records.flatMap(({ id = null, ...fields }) => {
    const [value, scope] = [fields[unique.key], unique.within === undefined ? null : fields[unique.within]]
    return typeof value === 'string' ? [{ id, value, scope }] : []
  })
}

function formatUniqueValue({ value, scope }: UniqueValue): string {
  return typeof scope === 'string' ? `${scope}.${value}` : value
}

async function findDuplicateRefusal(
  trx: Transaction<Tables>,
  book: WritableBook,
  uniqueValues: readonly UniqueValue[],
): Promise<WriteResponse | undefined> {
  const { key = '', within } = book.unique ?? {}
  const scopeCondition = within === undefined ? sql`true` : sql`given.scope = t.${sql.ref(within)}`
  const conflicting = await sql`
    select 1 from ${sql.table(book.table)} t
    join jsonb_to_recordset(${JSON.stringify(uniqueValues)}::jsonb) as given (id uuid, value text, scope uuid)
      on given.value = t.${sql.ref(key)} and ${scopeCondition}
    where t.id is distinct from given.id limit 1
  `.execute(trx)
  return conflicting.rows.length === 0 ? undefined : createTakenValueRefusal(book)
}

function buildLockName({ table, unique }: WritableBook): string {
  return `${table}.${unique?.key ?? ''}`
}

function createTakenValueRefusal({ unique }: WritableBook): WriteResponse {
  const { key, message } = unique ?? { key: '', message: '' }
  return createRefusal('refused', { message, fields: { [key]: message } })
}
