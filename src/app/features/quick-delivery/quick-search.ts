import { z } from 'zod'
import type { Query, Sort } from '#contract/query.ts'
import { quickDeliveryDescription } from '#contract/books/quick-delivery.ts'
import { filtersShape, placeShape } from '#app/records/address/address-shape.ts'
import { sortOf } from '#app/records/address/sort-in-address.ts'
import type { FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'

/** Page sizes of quick delivery (spec 3 §9). */
export const quickPageSizes = [10, 20, 50, 100] as const

/** What stands in the address bar (decision 11), beside the fullscreen flag. `sort`: a field key, `-` first for descending; empty is the newest first. */
export interface QuickSearch {
  search: string
  filters: FilterQuestion['filters'][number][]
  sort: string
  page_size: (typeof quickPageSizes)[number]
  page: number
}

const keys = new Set<string>(quickDeliveryDescription.fields.map(({ key }) => key))

/** Anything unreadable falls back to its default, so that an old or mistyped link still opens the page. */
const schema: z.ZodType<QuickSearch> = z.object({
  search: z
    .preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string().max(200))
    .catch('')
    .default(''),
  filters: filtersShape((field) => keys.has(field)),
  ...placeShape({ pageSizes: quickPageSizes, isSortable: (field) => keys.has(field), usualSort: '' }),
})

export const quickSearchKind = { schema, empty: schema.parse({}) }

/** The newest first, in exactly the ledger's order: the balance column then reads from bottom to top. */
export function quickQuery(search: QuickSearch): Query {
  const sort = sortOf(search)
  return { filters: [...search.filters], search: search.search, sort: sort ? [sort, ...newestFirst] : newestFirst }
}

const newestFirst: Sort[] = [
  { field: 'created_at', direction: 'desc' },
  { field: 'id', direction: 'desc' },
]
