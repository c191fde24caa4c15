import type { Filter } from '#contract/records/query.ts'
import { addDays, firstDay } from '../dates/office-date.ts'

/** A registry issues its certificate within a week; after two weeks somebody should ask. */
export const longOpenDays = 14

/** Real-estate cases filed at least that long ago without a certificate. `today`: `YYYY-MM-DD`. */
export function longOpenFilters(today: string): Filter[] {
  return [
    { op: 'between', field: 'created_at', from: firstDay, to: addDays(today, -longOpenDays) },
    { op: 'equals', field: 'registrated_at', value: null },
  ]
}
