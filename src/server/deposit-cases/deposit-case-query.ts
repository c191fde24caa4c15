import { sql, type RawBuilder } from 'kysely'
import { type DepositListQuery } from '#contract/deposit-cases.ts'
import { caseDateFields, type CaseDateField } from '#contract/list-question.ts'
import { depositCaseDescription } from '#contract/records/deposit-cases.ts'
import { isOneOf } from '../db/lists/is-one-of.ts'
import { searchConditions } from '../db/lists/search-condition.ts'
import type { WordsFound } from './case-words.ts'

export type DepositFilters = Omit<DepositListQuery, 'page' | 'page_size' | 'ordering'>

/** The WHERE condition over `deposit_case r` for what the screens filter by; the same for list, counts, report and export. */
export function depositCondition(filters: DepositFilters, words: WordsFound): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = []
  for (const [column, found] of Object.entries(words)) conditions.push(isOneOf(column, found, 'text'))
  const statuses = (filters.status ?? '').split(',').flatMap((status) => status.trim() || [])
  if (statuses.length > 0) conditions.push(isOneOf('status', statuses, 'text'))
  for (const field of caseDateFields) conditions.push(...dayConditions(field, rangeOf(filters, field)))
  for (const { condition } of searchConditions(filters.search)) conditions.push(condition)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

type Range = { start: string | undefined; end: string | undefined }

function dayConditions(field: CaseDateField, { start, end }: Range): RawBuilder<unknown>[] {
  const column = sql.ref(`r.${field}`)
  return [...(start ? [sql`${column} >= ${start}::date`] : []), ...(end ? [sql`${column} <= ${end}::date`] : [])]
}

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
