import type { Kysely } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { NumberKeys } from './number-keys.ts'
import { openNumber, searchMark } from './number-at-rest.ts'

/**
 * The digits of these records' numbers, by record id; a record without a number, or whose number cannot be opened, is missing. HAZARD: whoever calls this leaves an audit row
 * for every record, and lets no digit into a log, an address or a cache.
 */
export async function readNumbers(
  db: Kysely<Tables>,
  keys: NumberKeys,
  { collection, ids }: { collection: CollectionName; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('party_number')
    .selectAll()
    .where('collection', '=', collection)
    .where('record_id', 'in', ids)
    .where('left_at', 'is', null)
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const digits = openNumber(keys, row, row)
      return digits === null ? [] : [[row.record_id, digits] as const]
    }),
  )
}

/** The records that hold this very number. */
export async function findNumber(
  db: Kysely<Tables>,
  keys: NumberKeys,
  digits: string,
): Promise<readonly { collection: CollectionName | 'users'; record_id: string }[]> {
  // Under each key: some may not be under the newest one yet.
  const marks = keys.all().map((key) => searchMark(key, digits))
  return await db
    .selectFrom('party_number')
    .select(['collection', 'record_id'])
    .where('blind', 'in', marks)
    .where('left_at', 'is', null)
    .execute()
}
