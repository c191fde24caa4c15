import { sql } from 'kysely'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { SubstringFilters } from '#contract/records/generic-resource.ts'
import type { ChosenDay } from '#contract/records/list-query.ts'
import { toFieldSearch } from '#domain/text/person-name.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import {
  buildDayRangeConditions,
  type ListDescription,
  type ListParams,
  matchesAny,
  selectDistinctValues,
} from '#server/db/lists/list-description.ts'
import { buildSearchCondition } from '#server/db/lists/read-list.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'

export type DepositFilters = ListParams &
  SubstringFilters<typeof depositCaseBook> &
  ChosenDay &
  Readonly<Record<string, unknown>>

/** Deposit cases 공탁사건 for the write pipeline and sync. */
export const writableDepositCaseBook = createWritableBook('deposit-cases')

export const depositCaseList: ListDescription<DepositFilters> = {
  book: writableDepositCaseBook,
  async filters(db, params) {
    const matchesByColumn = Object.entries(await findMatchingValues(db, params))
    return [
      ...matchesByColumn.map(([column, matches]) => matchesAny(column, matches, 'text')),
      ...buildDayRangeConditions(depositCaseBook, resolveDateRange(params)),
    ]
  },
  search: (_db, search) => buildSearchCondition(search),
}

/**
 * The other form of the date filter: `date_filter_start` with the field in `date_filter_type`
 * (등기접수일 when empty). `created_at_start` takes precedence.
 */
function resolveDateRange(params: DepositFilters): Readonly<Record<string, unknown>> {
  const { date_filter_type, date_filter_start, date_filter_end } = params
  const field = date_filter_type || 'created_at'
  return {
    [`${field}_start`]: params[`${field}_start`] ? '' : date_filter_start,
    [`${field}_end`]: params[`${field}_end`] ? '' : date_filter_end,
  }
}

/** Columns with a suggestion filter: few distinct values over many cases. */
export const suggestionColumns = depositCaseBook.filters.flatMap((filter) =>
  filter.op === 'contains' ? [filter.field] : [],
)
type SuggestionColumn = (typeof suggestionColumns)[number]

/** Stored values that pass, per filtered column. */
type MatchingValues = Partial<Record<SuggestionColumn, string[]>>

/**
 * Matches the filter words against the distinct values of their columns (substring and 초성, as
 * everywhere), so that the query on the cases compares exact values, which an index serves for any
 * number of cases.
 */
async function findMatchingValues(
  db: Database,
  filters: SubstringFilters<typeof depositCaseBook>,
): Promise<MatchingValues> {
  const conditions = suggestionColumns.flatMap((column) => {
    const search = compileSearch(toFieldSearch(depositCaseBook, column, filters[column] ?? ''))
    return search.words.length === 0 ? [] : [{ column, search }]
  })
  if (conditions.length === 0) return {}
  const values = await readDistinctValues(
    db,
    conditions.map(({ column }) => column),
  )
  const matchesByColumn = conditions.map(({ column, search }) => [
    column,
    values[column].filter((word) => matchesSearch(buildSearchText([word]), search)),
  ])
  return Object.fromEntries(matchesByColumn)
}

/**
 * All distinct values of some columns in one round trip. Each value is found by an index skip scan
 * instead of reading a million cases.
 */
export async function readDistinctValues<Column extends SuggestionColumn>(
  db: Database,
  columns: readonly Column[],
): Promise<Record<Column, string[]>> {
  const lists = columns.map((column) => sql`(${selectDistinctValues('deposit_case', column)}) as ${sql.ref(column)}`)
  const result = await sql<Record<Column, string[]>>`select ${sql.join(lists)}`.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('a select without a table returned no row')
  return row
}
