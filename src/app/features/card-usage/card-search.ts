import { z } from 'zod'
import { chooseDefaultOrder, createRecordSearch, parseSort } from '#app/records/url-state/record-search.ts'
import type { Filter, Query, Sort } from '#contract/records/query.ts'
import { isDate } from '#contract/records/values.ts'
import type { InstantRange } from '#domain/card-usage/card-usage.ts'
import { addDays, findRangeError, formatDay, getMonthBounds } from '#domain/dates/office-date.ts'
import { toInstantBounds } from '#domain/dates/office-moment.ts'

const defaultPeriodDays = 30
/** Years offered: the current one and four before. */
const listedYearCount = 5

const newestFirst: readonly Sort[] = [{ field: 'created_at', direction: 'desc' }]

/**
 * Search parameters of the screen on an office day: both filter modes with their last values. Month
 * 0 is 전체.
 */
export function createCardSearch(today: string) {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const day = (fallback: string) =>
    z
      .string()
      .refine((text) => text === '' || isDate(text))
      .catch(fallback)
      .default(fallback)
  return createRecordSearch('card-usage', {
    paging: 'infinite',
    order: newestFirst,
    sortable: ['created_at', 'store_name', 'pay'],
    ownShape: {
      mode: z.enum(['month', 'period']).catch('month').default('month'),
      year: z.int().min(2000).max(2999).catch(year).default(year),
      month: z.int().min(0).max(12).catch(month).default(month),
      start: day(addDays(today, -defaultPeriodDays)),
      end: day(today),
    },
  })
}
export type CardSearch = ReturnType<typeof createCardSearch>['empty']

/** Years to choose from, including one from a link. */
export function listYearChoices(today: string, chosen: number): readonly number[] {
  const current = Number(today.slice(0, 4))
  const listed = Array.from({ length: listedYearCount }, (_, back) => current - back)
  return listed.includes(chosen) ? listed : [...listed, chosen].toSorted((a, b) => b - a)
}

/** First and last office day of the filter, both inclusive; an open end of a period is empty. */
export function getDayBounds({ mode, year, month, start, end }: CardSearch): { first: string; last: string } {
  if (mode === 'period') return { first: start, last: end }
  return getMonthBounds(year, month)
}

/** `2026년 11월`, `2026년`, `2026.10.22 ~ 2026.11.21`; empty for all time. */
function describePeriod({ mode, year, month, start, end }: CardSearch): string {
  if (mode === 'month') return month === 0 ? `${year}년` : `${year}년 ${month}월`
  return start === '' && end === '' ? '' : `${formatDay(start)} ~ ${formatDay(end)}`.trim()
}

/** Shows the uses of all time, with the same search and filters. */
export const allTime = { mode: 'period', start: '', end: '' } as const

/** Why the period can find nothing, else null. */
export function findPeriodError({ mode, start, end }: CardSearch): string | null {
  return mode === 'period' ? findRangeError({ from: start, to: end }) : null
}

/** Why the list is empty, with the time it covers. */
export function describeNoUses(search: CardSearch): string {
  const error = findPeriodError(search)
  if (error !== null) return error
  const isNarrowed = search.search.trim() !== '' || search.filters.length > 0
  const period = describePeriod(search)
  const missing = `${isNarrowed ? '검색어와 필터에 맞는 ' : ''}카드사용내역이 없습니다.`
  if (period !== '') return `${period}에는 ${missing}`
  return isNarrowed ? missing : `아직 등록된 ${missing}`
}

function toInstantRange(search: CardSearch): InstantRange {
  const { first, last } = getDayBounds(search)
  return toInstantBounds(first, last)
}

/** Months of the chart: the whole selected year, or those of the period. */
function getMonthRange(search: CardSearch): { first: string; last: string } {
  if (search.mode === 'month') return { first: `${search.year}-01`, last: `${search.year}-12` }
  const { first, last } = getDayBounds(search)
  return { first: first.slice(0, 7), last: last.slice(0, 7) }
}

/**
 * The chart's question: its months, and the uses that the list's search and filters find. Of a
 * period only its own days count, so that the months add up to the list's total.
 */
export function buildMonthsQuestion(search: CardSearch) {
  const filters = [...(search.mode === 'period' ? listFilters(search) : search.filters)]
  const query: Query = { filters, search: search.search, sort: [] }
  return { months: getMonthRange(search), query }
}

/** Records selected by id (those of an import) are shown for any period. */
function listFilters(search: CardSearch): readonly Filter[] {
  const range = toInstantRange(search)
  const isOpen = range.from === null && range.to === null
  const hasPeriod = !isOpen && search.filters.every(({ field }) => field !== 'id')
  return hasPeriod ? [{ op: 'between', field: 'created_at', ...range }, ...search.filters] : search.filters
}

export function buildCardQuery(search: CardSearch): Query {
  return {
    filters: [...listFilters(search)],
    search: search.search,
    sort: search.sort === '' ? chooseDefaultOrder('card-usage', search, newestFirst) : parseSort(search),
  }
}

/**
 * The query as parameters of the server's calls; null for open ends, filters and orders they do not
 * support.
 */
export function buildServerQuery(search: CardSearch): Record<string, string> | null {
  const { first, last } = getDayBounds(search)
  return first !== '' && last !== '' && search.sort === '' && search.search === '' && search.filters.length === 0
    ? { start_date: first, end_date: last }
    : null
}
