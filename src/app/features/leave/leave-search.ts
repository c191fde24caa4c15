import { z } from 'zod'
import type { Filter, Query, Sort } from '#contract/query.ts'
import { leaveRequestDescription, leaveStates } from '#contract/books/leave.ts'
import { placeShape } from '#app/records/address/address-shape.ts'
import { sortOf } from '#app/records/address/sort-in-address.ts'

/** Page sizes of the generic table (decision 10); a person asks for some twenty a year. */
export const leavePageSizes = [10, 20, 50, 100] as const

const fieldKeys: readonly string[] = leaveRequestDescription.fields.map(({ key }) => key)

/** What stands in the address bar of the leave screen (decision 11); anything unreadable falls back to its default. `year` 0: the one that runs. */
export const leaveSearchSchema = z.object({
  tab: z.enum(['mine', 'all', 'people']).catch('mine').default('mine'),
  state: z
    .enum(['', ...leaveStates.map(({ value }) => value)])
    .catch('')
    .default(''),
  year: z.int().min(2000).max(2100).or(z.literal(0)).catch(0).default(0),
  search: z.string().max(200).catch('').default(''),
  ...placeShape({ pageSizes: leavePageSizes, isSortable: (field) => fieldKeys.includes(field), usualSort: '' }),
  /** Id of the request that is open. */
  record: z.string().max(40).catch('').default(''),
})
export type LeaveSearch = z.infer<typeof leaveSearchSchema>

export const leaveSearchKind = { schema: leaveSearchSchema, empty: leaveSearchSchema.parse({}) }

/** The requests with a day in the year; `of` leaves those of one person, with what they have not sent yet and nobody has put a name to. */
export function leaveQuery(search: LeaveSearch, { year, of }: { year: number; of: string | null }): Query {
  const filters: Filter[] = [
    { op: 'between', field: 'startDate', from: null, to: `${year}-12-31` },
    { op: 'between', field: 'endDate', from: `${year}-01-01`, to: null },
  ]
  if (search.state !== '') filters.push({ op: 'equals', field: 'state', value: search.state })
  if (of !== null) filters.push({ op: 'one_of', field: 'requester_id', values: [of, null] })
  return { filters, search: search.search, sort: [sortOf(search) ?? latestFirst] }
}

const latestFirst: Sort = { field: 'startDate', direction: 'desc' }
