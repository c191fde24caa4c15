import { z } from 'zod'
import type { FieldValue } from './books/field.ts'

/** What a list is grouped by: a field (a path as in a query), of a day or an instant its month or year. */
export const groupingSchema = z.object({ field: z.string(), part: z.enum(['month', 'year']).optional() })
export type Grouping = z.infer<typeof groupingSchema>

/** How groups stand: by their name, by how many records they have, or by one of the sums (its field). */
export interface GroupOrder {
  readonly by: 'name' | 'count' | { readonly sumOf: string }
  readonly direction: 'asc' | 'desc'
}

/** One line of a grouped list. */
export interface RecordGroup {
  /** Null stands for every kind of empty; of a day `2026-11` or `2026`. */
  readonly value: FieldValue
  /** The name of the record referred to, else the value as text; '' when empty. */
  readonly label: string
  readonly count: number
  /** In the order asked for. */
  readonly sums: readonly number[]
}

export interface GroupedRecords {
  readonly groups: readonly RecordGroup[]
  readonly count: number
  readonly sums: readonly number[]
}
