import { z } from 'zod'
import { createRecordSearch, genericPages } from '#app/records/url-state/record-search.ts'
import type { Query } from '#contract/records/query.ts'
import { getMonthBounds } from '#domain/dates/office-date.ts'
import { createIssueFilters, registerIssueKinds } from '#domain/register/issue-filters.ts'

/** Start of the keys of everything the server responds about the register. */
export const registerKey = ['register']

/** Search parameters of the entries on an office day: a year, a month (0: all), and an issue. */
export function createRegisterSearch(today: string) {
  const year = getYear(today)
  return createRecordSearch('register-entries', {
    pages: genericPages,
    ownShape: {
      year: z.int().min(1900).max(9998).catch(year).default(year),
      month: z.int().min(0).max(12).catch(0).default(0),
      issue: z
        .enum(['', ...registerIssueKinds])
        .catch('')
        .default(''),
    },
  })
}
export type RegisterKind = ReturnType<typeof createRegisterSearch>
export type RegisterSearch = RegisterKind['empty']

/** The entries of the year or month that match the filters, with or without the chosen issue. */
export function buildRegisterQuery(
  kind: RegisterKind,
  search: RegisterSearch,
  lateIds: readonly string[] | null,
): Query {
  const { first, last } = getMonthBounds(search.year, search.month)
  const query = kind.query(search)
  return {
    ...query,
    filters: [
      { op: 'between', field: 'entered_on', from: first, to: last },
      ...query.filters,
      ...(search.issue === '' || lateIds === null ? [] : createIssueFilters(search.issue, lateIds)),
    ],
  }
}

const yearSchema = z.object({
  /** 0: the year that follows from the day. */
  year: z.int().min(1900).max(9998).or(z.literal(0)).catch(0).default(0),
  /** Required by the URL hook; the tabs have no pages. */
  page: z.int().min(1).catch(1).default(1),
})

/** Search parameters of the tabs that show one year. */
export const registerYearSearch = { schema: yearSchema, empty: yearSchema.parse({}) }

export function getYear(day: string): number {
  return Number(day.slice(0, 4))
}

/** Until summer the report that is asked for is that of the year before. */
export function resolveReportYear(today: string): number {
  return today.slice(5, 7) < '07' ? getYear(today) - 1 : getYear(today)
}
