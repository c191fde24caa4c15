import { z } from 'zod'
import type { Query } from '#contract/query.ts'
import { inquiryDescription, inquiryStates } from '#contract/books/inquiries.ts'
import { placeShape } from '#app/records/address/address-shape.ts'
import { bookPageSizes } from '#app/records/address/record-search.ts'
import { readSort } from '#app/records/address/sort-in-address.ts'

const keys: readonly string[] = inquiryDescription.fields.map(({ key }) => key)

/** What stands in the address bar of the inbox (decision 11); anything unreadable falls back to its default. `open`, the inquiry in the panel, is beside it. */
const schema = z.object({
  state: z
    .enum(['', ...inquiryStates.map(({ value }) => value)])
    .catch('')
    .default(''),
  search: z
    .preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string().max(200))
    .catch('')
    .default(''),
  ...placeShape({
    pageSizes: bookPageSizes,
    isSortable: (field) => keys.includes(field),
    usualSort: '-received_at',
  }),
})
export type InquirySearch = z.infer<typeof schema>

export const inquirySearchKind = { schema, empty: schema.parse({}) }

/** Id of the open inquiry and the panel's tab, as they stand in the address. */
export const openInquirySchema = z.object({
  open: z.string().max(40).catch('').default(''),
  detail: z.enum(['content', 'history', 'destruction']).catch('content').default('content'),
})

export function inquiryQuery(search: InquirySearch): Query {
  return {
    filters: search.state === '' ? [] : [{ op: 'equals', field: 'state', value: search.state }],
    search: search.search,
    sort: [readSort(search.sort), { field: 'id', direction: 'desc' }],
  }
}
