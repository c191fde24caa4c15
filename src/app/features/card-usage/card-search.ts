import { z } from 'zod'
import type { Query, Sort } from '#contract/query.ts'
import { isDate } from '#contract/is-date.ts'
import { rangeFault } from '#domain/reversed-range.ts'
import { addDays, daysOfMonth } from '#domain/office-date.ts'
import { instantsOfDays } from '#domain/office-moment.ts'
import type { InstantRange } from '#domain/card-totals.ts'
import { recordSearch, defaultOrder } from '#app/records/address/record-search.ts'
import { sortOf } from '#app/records/address/sort-in-address.ts'

/** The default period reaches back so many days (spec 1 §9). */
const periodDays = 30
/** The year list: the current one and four before (spec 1 §9). */
const listedYears = 5

const newestFirst: readonly Sort[] = [{ field: 'created_at', direction: 'desc' }]

/**
 * What stands in the address bar (decision 11) on an office day: both filter modes with what was last asked in each (spec 1 §2.3). Month 0 is 전체.
 */
export function cardSearch(today: string) {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const day = (usual: string) => z.string().refine(isDate).catch(usual).default(usual)
  return recordSearch('card-usage', {
    paging: 'infinite',
    order: newestFirst,
    // The amount is received as text: its order would be that of words.
    sortable: ['created_at', 'store_name'],
    own: {
      mode: z.enum(['month', 'period']).catch('month').default('month'),
      year: z.int().min(2000).max(2999).catch(year).default(year),
      month: z.int().min(0).max(12).catch(month).default(month),
      start: day(addDays(today, -periodDays)),
      end: day(today),
    },
  })
}
export type CardSearch = ReturnType<typeof cardSearch>['empty']

/** Years to choose from; one that a link asks for beside them stays in sight. */
export function yearChoices(today: string, chosen: number): readonly number[] {
  const current = Number(today.slice(0, 4))
  const listed = Array.from({ length: listedYears }, (_, back) => current - back)
  return listed.includes(chosen) ? listed : [...listed, chosen].toSorted((a, b) => b - a)
}

/** First and last office day of what is asked, both included. */
export function daysOf({ mode, year, month, start, end }: CardSearch): { first: string; last: string } {
  if (mode === 'period') return { first: start, last: end }
  return daysOfMonth(year, month)
}

/** Why the period asked for finds nothing; null for one that may find something. */
export function periodFault({ mode, start, end }: CardSearch): string | null {
  return mode === 'period' ? rangeFault({ from: start, to: end }) : null
}

export function rangeOf(search: CardSearch): InstantRange {
  const { first, last } = daysOf(search)
  return instantsOfDays(first, last)
}

/** The months a chart shows: the whole year that is asked, or those that the period touches. */
export function monthsOf(search: CardSearch): { first: string; last: string } {
  if (search.mode === 'month') return { first: `${search.year}-01`, last: `${search.year}-12` }
  const { first, last } = daysOf(search)
  return { first: first.slice(0, 7), last: last.slice(0, 7) }
}

/** Records that are asked for themselves (those of an import) are shown whatever the period. */
export function cardQuery(search: CardSearch): Query {
  const isOfPeriod = search.filters.every(({ field }) => field !== 'id')
  return {
    filters: [
      ...(isOfPeriod ? [{ op: 'between' as const, field: 'created_at', ...rangeOf(search) }] : []),
      ...search.filters,
    ],
    search: '',
    sort: search.sort === '' ? defaultOrder('card-usage', search, newestFirst) : sortOf(search),
  }
}

/** The same question as the server's calls take it; null for filters and an order that they do not know. */
export function serverQuestion(search: CardSearch): Record<string, string> | null {
  const { first, last } = daysOf(search)
  return search.sort === '' && search.filters.length === 0 ? { start_date: first, end_date: last } : null
}
