import { z } from 'zod'
import { cardUsageDescription } from './books/card-usage.ts'
import { recordSchemas } from './books/record-schema.ts'
import { filterDay } from './list-question.ts'

export const cardUsageSchemas = recordSchemas(cardUsageDescription)

function wholeNumber(low: number, high: number) {
  return z.union([z.literal(''), z.coerce.number().int().min(low).max(high)]).optional()
}

/**
 * `GET /api/mysql/card/list/` (spec 1 §7.1): a range of office days, or a year with a month; an empty month is the whole year. Empty values count as absent; a range
 * goes before a year. With neither, the last 30 days.
 */
export const cardUsageQuestion = {
  start_date: filterDay,
  end_date: filterDay,
  year: wholeNumber(1900, 2999),
  month: wholeNumber(1, 12),
}
export type CardUsageQuestion = z.output<z.ZodObject<typeof cardUsageQuestion>>

/** The spec's list is a plain array, newest use first. */
export const cardUsageListSchema = z.array(cardUsageSchemas.row)
