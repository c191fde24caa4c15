import { z } from 'zod'
import type { FieldValue } from '../books/field.ts'

/** What a list is grouped by: a field (a query path), or the month or year of a date or instant. */
export const groupingSchema = z.object({ field: z.string(), part: z.enum(['month', 'year']).optional() })
export type Grouping = z.infer<typeof groupingSchema>

/** Order of groups: by name, by number of records, or by one of the sums (its field). */
export interface GroupOrder {
  readonly by: 'name' | 'count' | { readonly sumOf: string }
  readonly direction: 'asc' | 'desc'
}

/** One line of a grouped list. */
export interface RecordGroup {
  /** Null for every kind of empty; for a date `2026-11` or `2026`. */
  readonly value: FieldValue
  /** Name of the referenced record, else the value as text; '' if empty. */
  readonly label: string
  readonly count: number
  /** In the order requested. */
  readonly sums: readonly number[]
}

export interface GroupedRecords {
  readonly groups: readonly RecordGroup[]
  readonly count: number
  readonly sums: readonly number[]
}
