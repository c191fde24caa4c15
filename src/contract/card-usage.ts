import { z } from 'zod'
import { cardUsageDescription } from './books/card-usage.ts'
import { recordSchemas } from './books/record-schema.ts'
import { dateSchema } from './values.ts'

export const cardUsageSchemas = recordSchemas(cardUsageDescription)

const day = z.union([z.literal(''), dateSchema]).optional()

function wholeNumber(low: number, high: number) {
  return z.union([z.literal(''), z.coerce.number().int().min(low).max(high)]).optional()
}

/**
 * `GET /api/mysql/card/list/` (spec 1 §7.1): a range of office days, or a year with a month; an empty month is the whole year. Empty values count as absent; a range
 * goes before a year. With neither, the last 30 days.
 */
export const cardUsageQuerySchema = z.object({
  start_date: day,
  end_date: day,
  year: wholeNumber(1900, 2999),
  month: wholeNumber(1, 12),
})
export type CardUsageQuery = z.infer<typeof cardUsageQuerySchema>

/** The spec's list is a plain array, newest use first. */
export const cardUsageListSchema = z.array(cardUsageSchemas.row)
