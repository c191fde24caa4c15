import { sql, type RawBuilder } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { recordColumns, type WritableCollection } from './writable-collection.ts'

/**
 * A record as JSON, built by PostgreSQL. Used for every record sent by the server (write answers,
 * lists, first copy, changes), so that it always has the same form. It is much faster than building
 * a hundred thousand rows in JavaScript.
 */
export function recordJson(collection: WritableCollection, alias: string): RawBuilder<AnyRecord> {
  return asJson(columnsOf(collection, alias))
}

/** The record with referenced data joined, as plain calls return it. */
export function joinedJson(collection: WritableCollection, alias: string): RawBuilder<AnyRecord> {
  const joined = Object.entries(collection.joins).map(([key, join]) => sql`${join(alias)} as ${sql.ref(key)}`)
  return asJson([...columnsOf(collection, alias), ...joined])
}

function columnsOf(collection: WritableCollection, alias: string): RawBuilder<unknown>[] {
  return recordColumns(collection).map((column) => sql.ref(`${alias}.${column}`))
}

function asJson(columns: readonly RawBuilder<unknown>[]): RawBuilder<AnyRecord> {
  return sql<AnyRecord>`(select row_to_json(record) from (select ${sql.join(columns)}) record)`
}
