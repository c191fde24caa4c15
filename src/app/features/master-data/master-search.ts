import { z } from 'zod'
import type { Query, Sort } from '#contract/query.ts'
import { filtersShape, placeShape } from '#app/records/address/address-shape.ts'
import { sortOf } from '#app/records/address/sort-in-address.ts'
import type { FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { fieldsOf, type MasterKind } from './master-kinds.ts'

/** Page sizes of the master-data screens (spec 3 §9). */
export const masterPageSizes = [10, 20, 30, 50, 100] as const

/** What stands in the address bar of a master-data screen (decision 11). `sort`: a field key, `-` first for descending; empty is the order of names. */
export interface MasterSearch {
  search: string
  filters: FilterQuestion['filters'][number][]
  sort: string
  page_size: (typeof masterPageSizes)[number]
  page: number
  /** Id of the record open beside the table; empty for none. */
  record: string
}

/** How the question of one list is read from the address, and what it is without one. */
export function masterSearchKind(kind: MasterKind): { schema: z.ZodType<MasterSearch>; empty: MasterSearch } {
  const schema = masterSearchSchema(kind)
  return { schema, empty: schema.parse({}) }
}

/** Anything unreadable falls back to its default, so that an old link, or one of another tab, still opens the list. */
export function masterSearchSchema(kind: MasterKind): z.ZodType<MasterSearch> {
  const sortable = new Set(fieldsOf(kind).map(({ key, refers }) => (refers ? `${key}.${refers.label}` : key)))
  const filterable = new Set(fieldsOf(kind).map(({ key }) => key))
  return z.object({
    search: z.string().max(200).catch('').default(''),
    filters: filtersShape((field) => filterable.has(field.split('.', 1)[0] ?? '')),
    ...placeShape({
      pageSizes: masterPageSizes,
      isSortable: (field) => sortable.has(field) || instants.includes(field),
      usualSort: '',
    }),
    record: z.string().max(40).catch('').default(''),
  })
}

/** Every record has these; a query may sort by them. */
const instants: readonly string[] = ['inserted_at', 'updated_at']

export function masterQuery(search: MasterSearch): Query {
  return { filters: [...search.filters], search: search.search, sort: [sortOf(search) ?? byName] }
}

const byName: Sort = { field: 'name', direction: 'asc' }
