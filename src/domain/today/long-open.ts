import type { Filter } from '#contract/records/query.ts'
import { addDays, firstDay } from '../dates/office-date.ts'

/** A registry gives its certificate within a week; after two somebody should ask. */
export const longOpenDays = 14

/** Real-estate cases that were filed so long ago and whose certificate is not here. `today`: `YYYY-MM-DD`. */
export function longOpenFilters(today: string): Filter[] {
  return [
    { op: 'between', field: 'created_at', from: firstDay, to: addDays(today, -longOpenDays) },
    { op: 'equals', field: 'registrated_at', value: null },
  ]
}
