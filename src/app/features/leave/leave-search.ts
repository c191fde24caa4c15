import { z } from 'zod'
import type { Query } from '#contract/query.ts'
import { genericPages } from '#app/records/address/pages-of.ts'
import { recordSearch } from '#app/records/address/record-search.ts'

/** What stands in the address bar of the leave screen (decision 11), in pages of the generic table (decision 10). */
export const leaveSearch = recordSearch('leave-requests', {
  pages: genericPages,
  order: [{ field: 'startDate', direction: 'desc' }],
  own: {
    tab: z.enum(['mine', 'all', 'people']).catch('mine').default('mine'),
    /** 0: the one that runs. */
    year: z.int().min(2000).max(2100).or(z.literal(0)).catch(0).default(0),
    /** Id of the request that is open. */
    open: z.string().max(40).catch('').default(''),
  },
})
export type LeaveSearch = typeof leaveSearch.empty

/** The requests with a day in the year; `of` leaves those of one person, with what they have not sent yet and nobody has put a name to. */
export function leaveQuery(search: LeaveSearch, { year, of }: { year: number; of: string | null }): Query {
  const { filters, ...asked } = leaveSearch.query(search)
  return {
    ...asked,
    filters: [
      { op: 'between', field: 'startDate', from: null, to: `${year}-12-31` },
      { op: 'between', field: 'endDate', from: `${year}-01-01`, to: null },
      ...filters,
      ...(of === null ? [] : [{ op: 'one_of' as const, field: 'requester_id', values: [of, null] }]),
    ],
  }
}
