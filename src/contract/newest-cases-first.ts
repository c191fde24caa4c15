import type { Sort } from './query.ts'

/** Cases that are still to be filed come first, then those filed last; among those of one day the one that was written down last (ids are made in time's order). */
export const newestCasesFirst: readonly Sort[] = [
  { field: 'created_at', direction: 'desc', empty: 'first' },
  { field: 'id', direction: 'desc' },
]
