import { z } from 'zod'
import { cardUsageBook } from '#contract/books/card-usage.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { filterDay } from '#contract/records/list-query.ts'

export const cardUsageSchemas = getRecordSchemas(cardUsageBook)

function wholeNumber(low: number, high: number) {
  return z.union([z.literal(''), z.coerce.number().int().min(low).max(high)]).optional()
}

/**
 * `GET /api/mysql/card/list/`: a range of days, or a year with a month; an empty month means the
 * whole year. Empty values count as absent; a range takes precedence over a year. With neither: the
 * last 30 days.
 */
export const cardUsageQueryShape = {
  start_date: filterDay,
  end_date: filterDay,
  year: wholeNumber(1900, 2999),
  month: wholeNumber(1, 12),
}
export type CardUsageQuery = z.output<z.ZodObject<typeof cardUsageQueryShape>>

/** A plain array, newest use first. */
export const cardUsageListSchema = z.array(cardUsageSchemas.row)
