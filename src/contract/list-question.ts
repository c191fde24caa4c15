import { z } from 'zod'
import { dateSchema, textSchema } from './values.ts'

/** What lists of the office are asked with: words, days and the page. Empty values count as absent. */

export const filterText = textSchema(200).optional()
export const filterDay = z.union([z.literal(''), dateSchema]).optional()

/** The values of a parameter that takes several, joined by commas. */
export function listedValues(written: string): string[] {
  return written.split(',').flatMap((value) => value.trim() || [])
}

/** Far behind the last row of any office, and its offset still a number that the database takes. */
export const lastPage = 1_000_000_000

/** `ordering`: a field key, `-` first for descending; or the same as `sort_field` and `sort_direction`, ascending where no direction is named. */
export const orderShape = {
  ordering: z.string().max(60).optional(),
  sort_field: z.string().max(60).optional(),
  sort_direction: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['', 'asc', 'desc']))
    .optional(),
}

/** The order that is asked for in either way; where both are, `ordering` is meant. */
export function orderingOf({ ordering, sort_field: field, sort_direction: direction }: AskedOrder): string | undefined {
  return ordering || (field && direction === 'desc' ? `-${field}` : field) || undefined
}

export interface AskedOrder {
  readonly ordering?: string | undefined
  readonly sort_field?: string | undefined
  readonly sort_direction?: string | undefined
}

export const pageShape = {
  page: z.coerce.number().int().min(1).max(lastPage).default(1),
  page_size: z.coerce.number().int().min(1).max(10_000).default(20),
  ...orderShape,
}

/** The days that cases can be filtered and summed up by (spec 2 "Case book tab", "Report tab"); the default is `created_at`. */
export const caseDateFields = ['receipted_at', 'created_at', 'registrated_at'] as const
export type CaseDateField = (typeof caseDateFields)[number]

/** One of the days and a range of it, the first and the last day included. */
export const chosenDayShape = {
  date_filter_type: z.union([z.literal(''), z.enum(caseDateFields)]).optional(),
  date_filter_start: filterDay,
  date_filter_end: filterDay,
}
export type ChosenDay = z.output<z.ZodObject<typeof chosenDayShape>>

/** The same, a range for each of the days. */
export const caseDayRanges = {
  receipted_at_start: filterDay,
  receipted_at_end: filterDay,
  created_at_start: filterDay,
  created_at_end: filterDay,
  registrated_at_start: filterDay,
  registrated_at_end: filterDay,
}

/** A list's number of rows is exact up to here (decision 36). */
export const countedExactly = 10_000

/**
 * How many rows a list has, whatever page is asked for. Counting a million rows takes longer than reading a page of them, so beyond `countedExactly` it is a number that
 * there are at least, and says so: screens show "1만 건 이상". It stays a number for plain clients, and grows with the page asked for, so that one which reads on until
 * it has `total_count` rows gets them all.
 */
export const listTotalShape = {
  total_count: z.int().nonnegative(),
  total_is_at_least: z.literal(true).optional(),
}
export interface ListTotal {
  total_count: number
  total_is_at_least?: true
}
