import { sql } from 'kysely'
import type { GroupListQuery, UniqueFields } from '#contract/real-estate.ts'
import { realEstateGroupDescription, type RealEstateGroup } from '#contract/records/real-estate.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import { realEstateGroupCollection } from './collections.ts'

/** One page of the groups. They are few (dozens), so all are read and sorted here. */
export async function listGroups(db: Database, query: GroupListQuery) {
  const found = await findGroups(db, query)
  const start = (query.page - 1) * query.page_size
  return { results: found.slice(start, start + query.page_size), total_count: found.length }
}

/** All groups that pass the search, in order. */
export async function findGroups(
  db: Database,
  { search: words, ordering }: Pick<GroupListQuery, 'search' | 'ordering'>,
): Promise<RealEstateGroup[]> {
  const search = compileSearch(words ?? '')
  const found = (await readAllGroups(db)).filter((group) =>
    matchesSearch(searchText([group.name, group.trust_corporate_name]), search),
  )
  return found.toSorted(inOrder(ordering || 'name'))
}

export function isGroupOrderable(ordering: string): boolean {
  return orderableKeys.has(ordering.replace(/^-/, ''))
}

/** What the suggestion filters and the group select offer. A name borne by two groups maps to the newer one. */
export async function readUniqueFields(db: Database): Promise<UniqueFields> {
  const groups = await readAllGroups(db)
  const oldestFirst = groups.toSorted((a, b) => compareText(a.inserted_at, b.inserted_at) || compareText(a.id, b.id))
  return {
    business_sections: unique(groups.map(({ name }) => name)),
    business_sections_id_map: Object.fromEntries(oldestFirst.map(({ name, id }) => [name, id])),
    business_regions: unique(groups.map(({ region }) => region)),
    business_types: unique(groups.map(({ type }) => type)),
    business_managers: unique(groups.map(({ manager }) => manager)),
  }
}

const orderableKeys = new Set([
  'id',
  'inserted_at',
  'updated_at',
  ...realEstateGroupDescription.fields.map(({ key }) => key),
])

async function readAllGroups(db: Database): Promise<RealEstateGroup[]> {
  const result = await sql<{ row: RealEstateGroup }>`
    select ${recordJson(realEstateGroupCollection, 'g')} as row from real_estate_group g order by g.name, g.id
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

/** Empty values last in both directions, then id. */
function inOrder(ordering: string): (a: RealEstateGroup, b: RealEstateGroup) => number {
  const key = ordering.replace(/^-/, '') as keyof RealEstateGroup
  const sign = ordering.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [left, right] = [a[key], b[key]]
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || compareText(a.id, b.id)
    return sign * compareText(String(left), String(right)) || compareText(a.id, b.id)
  }
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].toSorted(compareText)
}

/** Hangul syllables stand in dictionary order by code point. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
