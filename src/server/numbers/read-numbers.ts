import type { Kysely } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { NumberKeys } from './number-keys.ts'
import { decryptNumber, searchMark } from './number-at-rest.ts'

/**
 * Digits of these records' numbers by record id; records without a readable number are missing.
 * HAZARD: callers must log a trail row for every record and must keep the digits out of logs, URLs
 * and caches.
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
      const digits = decryptNumber(keys, row, row)
      return digits === null ? [] : [[row.record_id, digits] as const]
    }),
  )
}

/** Records that hold exactly this number. */
export async function findNumber(
  db: Kysely<Tables>,
  keys: NumberKeys,
  digits: string,
): Promise<readonly { collection: CollectionName | 'users'; record_id: string }[]> {
  // One mark per key, because some numbers may not be under the newest key yet.
  const marks = keys.all().map((key) => searchMark(key, digits))
  return await db
    .selectFrom('party_number')
    .select(['collection', 'record_id'])
    .where('blind', 'in', marks)
    .where('left_at', 'is', null)
    .execute()
}
