import { sql, type RawBuilder } from 'kysely'
import { caseBookDateFields, type CaseBookListQuery } from '#contract/real-estate.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import { compileSearch, normaliseForSearch, searchPatterns } from '#domain/search-text.ts'
import type { Database } from '../db/client.ts'
import { groupsFound, groupsPassing } from './group-filter.ts'
import { gramsNeeded } from './search-grams.ts'

export type CaseBookFilters = Omit<CaseBookListQuery, 'page' | 'page_size' | 'ordering'>

export type GroupRow = Awaited<ReturnType<typeof readGroups>>[number]

/** All groups; an office has dozens. */
export async function readGroups(db: Database) {
  return await db
    .selectFrom('real_estate_group')
    .select(['id', 'name', 'trust_corporate_name', 'office', 'region', 'type', 'manager'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The WHERE condition over `real_estate r` for what the screen filters by; the same for list, counts and export. */
export function caseBookCondition(filters: CaseBookFilters, groups: readonly GroupRow[]): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = []
  const passing = groupsPassing(groups, filters)
  if (passing) conditions.push(sql`r.group_id = any(${passing}::uuid[])`)
  for (const field of caseBookDateFields) {
    const [start, end] = [filters[`${field}_start`], filters[`${field}_end`]]
    if (start) conditions.push(sql`${sql.ref(`r.${field}`)} >= ${start}::date`)
    if (end) conditions.push(sql`${sql.ref(`r.${field}`)} <= ${end}::date`)
  }
  for (const word of normaliseForSearch(filters.search ?? '').split(' ')) {
    const [pattern] = searchPatterns(word)
    if (pattern === undefined) continue
    const ids = groupsFound(groups, word)
    const inGroup = ids.length > 0 ? sql`r.group_id = any(${ids}::uuid[])` : sql`false`
    conditions.push(sql`((${gramCondition(word)} and ${textCondition(word, pattern)}) or ${inGroup})`)
  }
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A plain word is looked for as it stands, several times faster than by a pattern. */
function textCondition(word: string, pattern: string): RawBuilder<unknown> {
  const [alternatives = []] = compileSearch(word).words
  const [first] = alternatives
  const isPlain = alternatives.length === 1 && first && first.ends.length === 0 && !first.pattern
  return isPlain ? sql`strpos(r.search_text, ${first.text}) > 0` : sql`r.search_text ~ ${pattern}`
}

/** What the search index can answer about a word, so that only few rows have to be looked at. */
function gramCondition(word: string): RawBuilder<unknown> {
  const needed = gramsNeeded(word)
  if (!needed) return sql`true`
  const alternatives = needed.map(({ all, some }) => {
    const holdsAll = sql`r.search_grams @> ${all}::smallint[]`
    return some.length > 0 ? sql`(${holdsAll} and r.search_grams && ${some}::smallint[])` : holdsAll
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** What `ordering` may name: the record's own fields and what the joined group shows. */
const orderableFields = new Map<string, string>([
  ...realEstateDescription.fields.map((field) => [field.key, `r.${field.key}`] as const),
  // What the user sees in this column is the group's name.
  ['group_id', 'group_name'],
  ['inserted_at', 'r.inserted_at'],
  ['updated_at', 'r.updated_at'],
  ['id', 'r.id'],
])

export function isOrderable(ordering: string): boolean {
  return orderableFields.has(ordering.replace(/^-/, ''))
}

/**
 * ORDER BY of the list: empty values last in both directions, then id; newest 등기접수일 first unless `ordering` says otherwise. `isReversed` gives exactly
 * the opposite order.
 */
export function caseBookOrder(
  ordering: string | undefined,
  groups: readonly GroupRow[],
  isReversed = false,
): RawBuilder<unknown> {
  const column = orderableFields.get(ordering?.replace(/^-/, '') ?? '')
  const isDescending = column === undefined || ordering?.startsWith('-') === true
  const direction = sql.raw(`${isDescending === isReversed ? 'asc' : 'desc'} nulls ${isReversed ? 'first' : 'last'}`)
  if (column === 'r.id') return sql`r.id ${direction}`
  const value = column === 'group_name' ? placeOfGroup(groups) : sql.ref(column ?? 'r.created_at')
  return sql`${value} ${direction}, r.id ${sql.raw(isReversed ? 'desc' : 'asc')}`
}

/** `groups` come in the order of their names, equal names side by side. Looking a name up for each row takes twenty times as long. */
function placeOfGroup(groups: readonly GroupRow[]): RawBuilder<unknown> {
  const names = [...new Set(groups.map(({ name }) => name))]
  const places = new Map(names.map((name, place) => [name, place]))
  const ids = groups.map(({ id }) => id)
  return sql`(${groups.map(({ name }) => places.get(name))}::int[])[array_position(${ids}::uuid[], r.group_id)]`
}
