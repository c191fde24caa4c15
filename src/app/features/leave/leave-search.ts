import { z } from 'zod'
import { createRecordSearch, genericPages } from '#app/records/url-state/record-search.ts'
import type { Query } from '#contract/records/query.ts'

/** Search parameters of the leave screen, paged like the generic table. */
export const leaveSearch = createRecordSearch('leave-requests', {
  pages: genericPages,
  order: [{ field: 'startDate', direction: 'desc' }],
  ownShape: {
    tab: z.enum(['mine', 'all', 'people']).catch('mine').default('mine'),
    /** 0: the current year. */
    year: z.int().min(2000).max(2100).or(z.literal(0)).catch(0).default(0),
    /** Id of the open request. */
    open: z.string().max(40).catch('').default(''),
  },
})
export type LeaveSearch = typeof leaveSearch.empty

/**
 * Requests with a day in the year. `requesterId` limits them to one person, including unsent ones
 * that have no requester yet.
 */
export function leaveQuery(
  search: LeaveSearch,
  { year, requesterId }: { year: number; requesterId: string | null },
): Query {
  const { filters, ...baseQuery } = leaveSearch.query(search)
  return {
    ...baseQuery,
    filters: [
      { op: 'between', field: 'startDate', from: null, to: `${year}-12-31` },
      { op: 'between', field: 'endDate', from: `${year}-01-01`, to: null },
      ...filters,
      ...(requesterId === null ? [] : [{ op: 'one_of' as const, field: 'requester_id', values: [requesterId, null] }]),
    ],
  }
}
