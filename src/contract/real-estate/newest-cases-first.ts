import type { Sort } from '../records/query.ts'

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
export function fileOrder({ order = [] }: { readonly order?: readonly Sort[] }): Sort {
  const isNewestFirst = order.some(({ field, direction }) => field === 'id' && direction === 'desc')
  return { field: 'id', direction: isNewestFirst ? 'desc' : 'asc' }
}
