import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { ownerKey, visibleRows, type Reader } from '../db/owned-rows.ts'
import { recordJson } from '../db/record-json.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { readCursor, type Mark } from './read-cursor.ts'

/**
 * One keyset page of a device's first copy, as the JSON text of a `RowsPage`. PostgreSQL builds the
 * JSON, so Node doesn't parse and serialize a hundred thousand records.
 */
export async function readRowsPage(
  db: Database,
  collection: WritableCollection,
  page: { reader: Reader; mark: Mark; after: string | undefined; limit: number; total: number },
): Promise<string> {
  // The cursor is read before the page, so that commits in between come with the changes.
  const { epoch, cursor } = await readCursor(db, page.mark)
  const result = await sql<{ rows: string; count: number; last: string | null }>`
    with page as materialized (
      select * from ${sql.table(collection.table)} t
      where ${page.after === undefined ? sql`true` : sql`t.id > ${page.after}::uuid`} and ${visibleRows(collection, page.reader, 't')}
      order by t.id limit ${page.limit}
    )
    select string_agg(${recordJson(collection, 'page')}::text, ',') as rows, count(*) as count,
      (select id from page order by id desc limit 1) as last
    from page
  `.execute(db)
  const { rows, count, last } = result.rows[0] ?? { rows: '', count: 0, last: null }
  const next = count < page.limit ? null : last
  const head = JSON.stringify({ epoch, cursor, next, total: page.total }).slice(0, -1)
  return `${head},"rows":[${rows ?? ''}]}`
}

/** Creates a function that counts the rows a user may see, for progress bars. Cached for 30 s. */
export function createRowCounter(db: Database): (collection: WritableCollection, reader: Reader) => Promise<number> {
  const counted = new Map<string, { total: Promise<number>; until: number }>()
  return (collection, reader) => {
    // Not cached: a user's own rows are few, and only their own devices ask.
    if (ownerKey(collection, reader) !== undefined) return countRows(db, collection, reader)
    const known = counted.get(collection.name)
    if (known && performance.now() < known.until) return known.total
    const total = countRows(db, collection, reader)
    counted.set(collection.name, { total, until: performance.now() + 30_000 })
    total.catch(() => counted.delete(collection.name))
    return total
  }
}

async function countRows(db: Database, collection: WritableCollection, reader: Reader): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(collection.table)} t where ${visibleRows(collection, reader, 't')}
  `.execute(db)
  return result.rows[0]?.n ?? 0
}
