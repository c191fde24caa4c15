import type { Sort } from './query.ts'

/** Cases that are still to be filed come first, then those filed last; among those of one day the one that was written down last (ids are made in time's order). */
export const newestCasesFirst: readonly Sort[] = [
  { field: 'created_at', direction: 'desc', empty: 'first' },
  { field: 'id', direction: 'desc' },
]

/** Records of one import as they stand in its file: their ids are made so that they do in the book's own order, too, wherever nothing else tells them apart. */
export function fileOrder({ order = [] }: { readonly order?: readonly Sort[] }): Sort {
  const isNewestFirst = order.some(({ field, direction }) => field === 'id' && direction === 'desc')
  return { field: 'id', direction: isNewestFirst ? 'desc' : 'asc' }
}
