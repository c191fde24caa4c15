import { z } from 'zod'
import { filterSchema } from '#contract/query.ts'

/** Filters as they stand in an address; those on fields that are no longer there are passed over. */
export function filtersShape(isFilterable: (field: string) => boolean) {
  return z
    .array(filterSchema)
    .max(20)
    .transform((filters) => filters.filter(({ field }) => isFilterable(field)))
    .catch([])
    .default([])
}

interface PlaceRules<PageSize extends number> {
  /** Rows on a page: what the screen offers, 20 among them. */
  pageSizes: readonly (PageSize | 20)[]
  isSortable(field: string): boolean
  /** The sort without any asked for, as an address writes it; empty where that order has no column. */
  usualSort: string
}

/** A table's sort and page as they stand in its address. Anything unreadable falls back to its default, so that an old or mistyped link still opens the table. */
export function placeShape<PageSize extends number>({ pageSizes, isSortable, usualSort }: PlaceRules<PageSize>) {
  return {
    sort: z
      .string()
      .refine((written) => written === usualSort || isSortable(written.replace(/^-/, '')))
      .catch(usualSort)
      .default(usualSort),
    page_size: z
      .union(pageSizes.map((size) => z.literal(size)))
      .catch(20)
      .default(20),
    page: z.int().min(1).catch(1).default(1),
  }
}
