import { sql, type RawBuilder } from 'kysely'
import { type CaseBookListQuery } from '#contract/real-estate.ts'
import { caseDateFields } from '#contract/list-question.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import type { Database } from '../db/client.ts'
import { dayPick, type Pick, pickConditions } from '../db/lists/picks.ts'
import { searchConditions } from '../db/lists/search-condition.ts'
import { groupsFound, groupsPassing } from './group-filter.ts'

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
  const search = caseBookSearch(filters, groups)
  const conditions = [...pickConditions(caseBookPicks(filters, groups), 'uuid'), ...(search ? [search] : [])]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** What the search box asks for, of an entry or of its group; undefined when it says nothing. */
export function caseBookSearch(
  { search }: CaseBookFilters,
  groups: readonly GroupRow[],
): RawBuilder<boolean> | undefined {
  const conditions = searchConditions(search).map(({ word, condition }) => {
    const ids = groupsFound(groups, word)
    const inGroup = ids.length > 0 ? sql`r.group_id = any(${ids}::uuid[])` : sql`false`
    return sql`(${condition} or ${inGroup})`
  })
  return conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** The same condition without the search, column by column. */
export function caseBookPicks(filters: CaseBookFilters, groups: readonly GroupRow[]): Pick[] {
  const passing = groupsPassing(groups, filters)
  return [
    ...(passing ? [{ column: 'group_id', oneOf: passing }] : []),
    ...caseDateFields.flatMap((field) => dayPick(field, filters[`${field}_start`], filters[`${field}_end`])),
  ]
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
