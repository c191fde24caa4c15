import { sql, type RawBuilder } from 'kysely'
import { type DepositListQuery } from '#contract/deposit-cases.ts'
import { caseDateFields, type CaseDateField } from '#contract/list-question.ts'
import { depositCaseDescription } from '#contract/records/deposit-cases.ts'
import { dayPick, type Pick, pickConditions } from '../db/lists/picks.ts'
import { searchConditions } from '../db/lists/search-condition.ts'
import type { WordsFound } from './case-words.ts'

export type DepositFilters = Omit<DepositListQuery, 'page' | 'page_size' | 'ordering'>

/** The WHERE condition over `deposit_case r` for what the screens filter by; the same for list, counts, report and export. */
export function depositCondition(filters: DepositFilters, words: WordsFound): RawBuilder<boolean> {
  const search = depositSearch(filters)
  const conditions = [...pickConditions(depositPicks(filters, words), 'text'), ...(search ? [search] : [])]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** What the search box asks for; undefined when it says nothing. */
export function depositSearch({ search }: DepositFilters): RawBuilder<boolean> | undefined {
  const conditions = searchConditions(search).map(({ condition }) => condition)
  return conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** The same condition without the search, column by column. */
export function depositPicks(filters: DepositFilters, words: WordsFound): Pick[] {
  const statuses = (filters.status ?? '').split(',').flatMap((status) => status.trim() || [])
  return [
    ...Object.entries(words).map(([column, oneOf]) => ({ column, oneOf })),
    ...(statuses.length > 0 ? [{ column: 'status', oneOf: statuses }] : []),
    ...caseDateFields.flatMap((field) => {
      const { start, end } = rangeOf(filters, field)
      return dayPick(field, start, end)
    }),
  ]
}

type Range = { start: string | undefined; end: string | undefined }

/** Either form of the date filter: `created_at_start`, or `date_filter_start` with the field in `date_filter_type` (등기접수일 when that is empty). The first wins. */
function rangeOf(filters: DepositFilters, field: CaseDateField): Range {
  const isNamed = (filters.date_filter_type || 'created_at') === field
  return {
    start: filters[`${field}_start`] || (isNamed ? filters.date_filter_start : undefined),
    end: filters[`${field}_end`] || (isNamed ? filters.date_filter_end : undefined),
  }
}

const orderableColumns = new Set<string>([
  ...depositCaseDescription.fields.map(({ key }) => key),
  'inserted_at',
  'updated_at',
  'id',
])

export function isOrderable(ordering: string): boolean {
  return orderableColumns.has(ordering.replace(/^-/, ''))
}

/** ORDER BY of the list: empty values last in both directions, then id; newest 등기접수일 first unless `ordering` says otherwise. `isReversed`: exactly the opposite. */
export function depositOrder(ordering: string | undefined, isReversed = false): RawBuilder<unknown> {
  const column = ordering?.replace(/^-/, '') || 'created_at'
  const isDescending = !ordering || ordering.startsWith('-')
  const direction = sql.raw(`${isDescending === isReversed ? 'asc' : 'desc'} nulls ${isReversed ? 'first' : 'last'}`)
  if (column === 'id') return sql`r.id ${direction}`
  return sql`${sql.ref(`r.${column}`)} ${direction}, r.id ${sql.raw(isReversed ? 'desc' : 'asc')}`
}
