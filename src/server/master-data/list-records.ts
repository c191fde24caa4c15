import { type RawBuilder, sql } from 'kysely'
import type { MasterListQuery } from '#contract/master-data.ts'
import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../db/client.ts'
import { findInSmallList, pageOf } from '../db/lists/small-list.ts'
import { joinedJson } from '../db/record-json.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/** One page of a master list, each row with the names of what it belongs to. */
export async function listRecords(db: Database, collection: WritableCollection, query: MasterListQuery) {
  return pageOf(await findRecords(db, collection, query), query)
}

export type MasterFilters = Omit<MasterListQuery, 'page' | 'page_size'>

/** Everything that passes the filters, in order. */
export async function findRecords(
  db: Database,
  collection: WritableCollection,
  filters: MasterFilters,
): Promise<AnyRecord[]> {
  return findInSmallList(collection, await readPassing(db, collection, filters), filters)
}

/** Parameter → column. A filter that a list has no column for is without effect: the generic table asks every list the same way. */
const filterColumns: Partial<Record<CollectionName, Partial<Record<keyof MasterFilters, RawBuilder<unknown>>>>> = {
  departments: { company_id: sql`t.company` },
  managers: { company_id: sql`t.company`, department_id: sql`t.department` },
  projects: { manager: sql`t.manager`, status: sql`t.status` },
  titles: {
    project: sql`t.project`,
    manager: sql`(select p.manager from project p where p.id = t.project)`,
    status: sql`t.status`,
  },
}

async function readPassing(db: Database, collection: WritableCollection, filters: MasterFilters): Promise<AnyRecord[]> {
  const conditions = Object.entries(filterColumns[collection.name] ?? {}).flatMap(([parameter, column]) => {
    const value = filters[parameter as keyof MasterFilters]
    return value ? [sql`${column} = ${value}`] : []
  })
  const result = await sql<{ row: AnyRecord }>`
    select ${joinedJson(collection, 't')} as row from ${sql.table(collection.table)} t
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}
