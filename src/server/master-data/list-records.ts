import { type RawBuilder, sql } from 'kysely'
import type { MasterListQuery } from '#contract/master-data.ts'
import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord, Field } from '#contract/records/field.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import type { Database } from '../db/client.ts'
import { joinedJson } from '../db/record-json.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/**
 * One page of a master list, each row with the names of what it belongs to. An office has dozens of each, some thousands at most, so all are read and
 * filtered, searched (초성 included) and sorted here. Ordered by name unless `ordering` says otherwise; empty values last, then by id.
 */
export async function listRecords(db: Database, collection: WritableCollection, query: MasterListQuery) {
  const found = await findRecords(db, collection, query)
  const start = (query.page - 1) * query.page_size
  return { results: found.slice(start, start + query.page_size), total_count: found.length }
}

export type MasterFilters = Omit<MasterListQuery, 'page' | 'page_size'>

/** Everything that passes the filters, in order. */
export async function findRecords(
  db: Database,
  collection: WritableCollection,
  filters: MasterFilters,
): Promise<AnyRecord[]> {
  const search = compileSearch(filters.search ?? '')
  return (await readPassing(db, collection, filters))
    .filter((row) => matchesSearch(searchText(searchedValues(collection, row)), search))
    .toSorted(inOrder(filters.ordering || 'name'))
}

/** What a list may be ordered by: its fields, the joined names, and when rows were made and changed. */
export function isMasterOrderable(collection: WritableCollection, ordering: string): boolean {
  const key = ordering.replace(/^-/, '')
  const own = collection.description.fields.some((field: Field) => field.key === key)
  return own || Object.hasOwn(collection.joins, key) || ['id', 'inserted_at', 'updated_at'].includes(key)
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

function searchedValues(collection: WritableCollection, row: AnyRecord): string[] {
  const own = collection.description.fields.filter((field: Field) => field.searched).map(({ key }) => key)
  return [...own, ...Object.keys(collection.joins)].map((key) => String(row[key] ?? ''))
}

/** A reference is ordered by the name that is shown in its column. */
function inOrder(ordering: string): (a: AnyRecord, b: AnyRecord) => number {
  const key = ordering.replace(/^-/, '')
  const sign = ordering.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [left, right] = [shown(a, key), shown(b, key)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || compare(a.id, b.id)
    return sign * compare(left, right) || compare(a.id, b.id)
  }
}

function shown(row: AnyRecord, key: string): string | number | null {
  const value = row[`${key}_name`] ?? row[key] ?? null
  return typeof value === 'boolean' ? String(value) : value
}

/** Hangul syllables stand in dictionary order by code point. */
function compare(a: string | number, b: string | number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
