import type { Sort } from './query.ts'

/** Filed last first, those without a day of filing at the end; among those of one day the one that was written down last (ids are made in time's order). */
export const newestCasesFirst: readonly Sort[] = [
  { field: 'created_at', direction: 'desc' },
  { field: 'id', direction: 'desc' },
]
