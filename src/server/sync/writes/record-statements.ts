import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { buildJoinedJson, selectRecordJson } from '#server/db/record-json.ts'
import { isWriteStopped } from '#server/db/stopped-records.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'

/**
 * The current row, locked until the transaction ends, and whether this transaction may not write
 * it; undefined when there is none.
 */
export async function lockRecord(
  trx: Transaction<Tables>,
  book: WritableBook,
  id: string,
): Promise<{ row: AnyRecord; isWriteStopped: boolean } | undefined> {
  const result = await sql<{ row: AnyRecord; isWriteStopped: boolean }>`
    select ${selectRecordJson(book, 't')} as row, ${isWriteStopped(book.name, 't')} as "isWriteStopped"
    from ${sql.table(book.table)} t where t.id = ${id} for update
  `.execute(trx)
  return result.rows[0]
}

/**
 * The row as sent to clients. A separate statement after the lock: rows it joins may have been
 * created while waiting for the lock, and the locking statement would not see them.
 */
export async function readJoined(trx: Transaction<Tables>, book: WritableBook, id: string): Promise<AnyRecord> {
  const result = await sql<{ row: AnyRecord }>`
    select ${buildJoinedJson(book, 't')} as row from ${sql.table(book.table)} t where t.id = ${id}
  `.execute(trx)
  const [joined] = result.rows
  if (!joined) throw new Error(`${book.name} ${id} vanished under its lock`)
  return joined.row
}

/** Returns the new row as sent to clients; undefined when the id is taken. */
export async function insertRecord(
  trx: Transaction<Tables>,
  book: WritableBook,
  record: { id: string; version: number; fields: Readonly<Record<string, unknown>> },
): Promise<AnyRecord | undefined> {
  const values = { id: record.id, version: record.version, ...record.fields, ...book.derive(record.fields) }
  const columns = Object.keys(values).map((column) => sql.ref(column))
  const result = await sql<{ row: AnyRecord }>`
    insert into ${sql.table(book.table)} as t (${sql.join(columns)}) values (${sql.join(Object.values(values))})
    on conflict (id) do nothing returning ${buildJoinedJson(book, 't')} as row
  `.execute(trx)
  return result.rows[0]?.row
}

/** Returns the row as sent to clients. */
export async function updateRecord(
  trx: Transaction<Tables>,
  book: WritableBook,
  update: { current: AnyRecord; changes: Readonly<Record<string, unknown>> },
): Promise<AnyRecord> {
  const values = { ...update.changes, ...book.derive({ ...update.current, ...update.changes }) }
  const assignments = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const result = await sql<{ row: AnyRecord }>`
    update ${sql.table(book.table)} as t
    set version = t.version + 1, updated_at = now(), ${sql.join(assignments)}
    where t.id = ${update.current.id} returning ${buildJoinedJson(book, 't')} as row
  `.execute(trx)
  const [updated] = result.rows
  if (!updated) throw new Error(`${book.name} ${update.current.id} vanished under its lock`)
  return updated.row
}

export async function deleteRecord(trx: Transaction<Tables>, book: WritableBook, id: string): Promise<void> {
  await sql`delete from ${sql.table(book.table)} where id = ${id}`.execute(trx)
}

/** How many rows of `table` reference the record, counted up to 1,000. */
export async function countReferences(
  trx: Transaction<Tables>,
  pointer: { table: keyof Tables & string; column: string },
  id: string,
): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from ${sql.table(pointer.table)} where ${sql.ref(pointer.column)} = ${id} limit 1000
    ) found
  `.execute(trx)
  return result.rows[0]?.n ?? 0
}

/**
 * Locks referenced records against deletion until the transaction ends; returns the ids that exist.
 */
export async function lockTargets(
  trx: Transaction<Tables>,
  table: keyof Tables & string,
  ids: readonly string[],
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${sql.val(ids)}::uuid[]) order by id for key share
  `.execute(trx)
  return new Set(result.rows.map((row) => row.id))
}
