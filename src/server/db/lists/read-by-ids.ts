import { sql } from 'kysely'
import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../client.ts'
import { recordJson } from '../record-json.ts'
import type { ListedTable } from './listed-table.ts'
import { unchangedSince, type Seen } from './unchanged-since.ts'

/**
 * The rows of remembered ids, in their order. `check`: null when something of `watched` was committed since they were `seen`. One statement, so nothing lies
 * between.
 */
export async function readByIds(
  db: Database,
  table: ListedTable,
  { ids, check }: { ids: readonly string[]; check?: { seen: Seen; watched: readonly CollectionName[] } | undefined },
): Promise<AnyRecord[] | null> {
  const isCurrent = check ? unchangedSince(check.seen, check.watched) : sql<boolean>`true`
  const result = await sql<{ is_current: boolean; rows: AnyRecord[] }>`
    select ${isCurrent} as is_current, (
      select coalesce(json_agg(${recordJson(table.collection, 'r')} order by page.place), '[]')
      from unnest(${ids}::uuid[]) with ordinality page (id, place)
      join ${sql.table(table.collection.table)} r on r.id = page.id
    ) as rows
  `.execute(db)
  const [page] = result.rows
  return page?.is_current ? page.rows : null
}
