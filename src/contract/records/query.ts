import { z } from 'zod'

/**
 * What a table asks of a RowSource. `field` is a field key, or `<reference>.<key>` for a field of
 * the referenced record (`group_id.region`).
 * Filters are joined by AND. The search matches substrings and initial consonants (초성) of fields
 * marked `searched`, including those of referenced records.
 */
export const filterSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('equals'),
    field: z.string(),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
  z.object({
    op: z.literal('one_of'),
    field: z.string(),
    values: z.array(z.union([z.string(), z.number(), z.null()])),
  }),
  /** Every other value; empty ones too unless null is listed. */
  z.object({
    op: z.literal('none_of'),
    field: z.string(),
    values: z.array(z.union([z.string(), z.number(), z.null()])),
  }),
  /** Substring and 초성, as typed into a suggestion filter. */
  z.object({ op: z.literal('contains'), field: z.string(), text: z.string() }),
  /** Inclusive; null leaves that side open. Rows with an empty value do not match. */
  z.object({
    op: z.literal('between'),
    field: z.string(),
    from: z.union([z.string(), z.number(), z.null()]),
    to: z.union([z.string(), z.number(), z.null()]),
  }),
])
export type Filter = z.infer<typeof filterSchema>

export const sortSchema = z.object({
  field: z.string(),
  direction: z.enum(['asc', 'desc']),
  /** Empty values come first; absent: they come last in both directions. */
  empty: z.literal('first').optional(),
})
export type Sort = z.infer<typeof sortSchema>

/**
 * A filter on something derived from other fields, such as a case's 진행. A record meets it if it
 * meets all filters of one of the alternatives. `filter` only names it.
 */
const derivedConditionSchema = z.object({ filter: filterSchema, alternatives: z.array(z.array(filterSchema)) })
export type DerivedCondition = z.infer<typeof derivedConditionSchema>

/** Sorted by `sort` in order, then by id. */
export const querySchema = z.object({
  filters: z.array(filterSchema),
  derived: z.array(derivedConditionSchema).optional(),
  search: z.string(),
  sort: z.array(sortSchema),
})
export type Query = z.infer<typeof querySchema>

/** Everything that a query filters by, as it is named to users. */
export function listNamedFilters({ filters, derived = [] }: Pick<Query, 'filters' | 'derived'>): readonly Filter[] {
  return [...filters, ...derived.map(({ filter }) => filter)]
}

export const everyRecord: Query = { filters: [], search: '', sort: [] }

/**
 * Unfiled cases first, then the most recently filed; on equal days the newest record (ids grow with
 * time).
 */
export const newestCasesFirst: readonly Sort[] = [
  { field: 'created_at', direction: 'desc', empty: 'first' },
  { field: 'id', direction: 'desc' },
]

/**
 * Order of records from one import: their ids are made so that ties in the book's own order are in
 * file order.
 */
export function getImportOrder({ order = [] }: { readonly order?: readonly Sort[] }): Sort {
  const isNewestFirst = order.some(({ field, direction }) => field === 'id' && direction === 'desc')
  return { field: 'id', direction: isNewestFirst ? 'desc' : 'asc' }
}
