import { z } from 'zod'
import { buildTextSchema, dateSchema } from './values.ts'

/** Parameters of the office's lists: search, dates and page. Empty values count as absent. */

export const filterText = buildTextSchema(200).optional()
export const filterDay = z.union([z.literal(''), dateSchema]).optional()

/** Values of a parameter that accepts several, joined by commas. */
export function splitValues(list: string): string[] {
  return list.split(',').flatMap((value) => value.trim() || [])
}

/** Far beyond any real page, while its offset still fits the database's integer. */
export const lastPage = 1_000_000_000

/**
 * `ordering`: a field key, with a leading `-` for descending; or the same as `sort_field` and
 * `sort_direction` (default: ascending).
 */
export const orderShape = {
  ordering: z.string().max(60).optional(),
  sort_field: z.string().max(60).optional(),
  sort_direction: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['', 'asc', 'desc']))
    .optional(),
}

/** The requested order in either form; `ordering` wins. */
export function resolveOrdering({
  ordering,
  sort_field: field,
  sort_direction: direction,
}: RequestedOrder): string | undefined {
  return ordering || (field && direction === 'desc' ? `-${field}` : field) || undefined
}

export interface RequestedOrder {
  readonly ordering?: string | undefined
  readonly sort_field?: string | undefined
  readonly sort_direction?: string | undefined
}

export const pageShape = {
  page: z.coerce.number().int().min(1).max(lastPage).default(1),
  page_size: z.coerce.number().int().min(1).max(10_000).default(20),
  ...orderShape,
}

/** Dates by which cases can be filtered and summed; the default is `created_at`. */
export const caseDateFields = ['receipted_at', 'created_at', 'registrated_at'] as const
export type CaseDateField = (typeof caseDateFields)[number]

/** One of the dates with a range, both ends inclusive. */
export const chosenDayShape = {
  date_filter_type: z.union([z.literal(''), z.enum(caseDateFields)]).optional(),
  date_filter_start: filterDay,
  date_filter_end: filterDay,
}
export type ChosenDay = z.output<z.ZodObject<typeof chosenDayShape>>

/** A range for each of the dates. */
export const caseDayRanges = {
  receipted_at_start: filterDay,
  receipted_at_end: filterDay,
  created_at_start: filterDay,
  created_at_end: filterDay,
  registrated_at_start: filterDay,
  registrated_at_end: filterDay,
}

/** The number of rows of a list is exact up to here. */
export const countedExactly = 10_000

/**
 * Number of rows of the whole list, not of the page. Counting a million rows takes longer than
 * reading a page, so beyond `countedExactly` the number is a lower bound and marked as such;
 * screens show "1만 건 이상". It is a number for plain clients and grows with the requested page, so
 * that a client that reads until it has `total_count` rows gets all of them.
 */
export const listTotalShape = {
  total_count: z.int().nonnegative(),
  total_is_at_least: z.literal(true).optional(),
}
export interface ListTotal {
  total_count: number
  total_is_at_least?: true
}
