import { sql, type RawBuilder } from 'kysely'
import type { AnyRecord } from '#contract/records/field.ts'
import { recordColumns, type WritableCollection } from './writable-collection.ts'

/**
 * A record as JSON, made by PostgreSQL. Used everywhere a record leaves the server (write answers, lists, first copy, changes), so that it always looks
 * the same on the wire; and it is far faster than building a hundred thousand rows in JavaScript.
 */
export function recordJson(collection: WritableCollection, alias: string): RawBuilder<AnyRecord> {
  const pairs = recordColumns(collection).map((column) => sql`${sql.lit(column)}, ${sql.ref(`${alias}.${column}`)}`)
  return sql<AnyRecord>`json_build_object(${sql.join(pairs)})`
}
