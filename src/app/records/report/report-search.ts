import { z } from 'zod'
import { caseDateFields } from '#contract/records/list-query.ts'
import { isDate } from '#contract/records/values.ts'
import type { CostRange } from '#domain/deposit-cases/cost-summary.ts'

const day = z
  .string()
  .refine((value) => value === '' || isDate(value))
  .catch('')

/** The report's query in the URL; anything unreadable falls back to its default. */
export const reportSearchSchema = z.object({
  date_field: z.enum(caseDateFields).catch('created_at').default('created_at'),
  start: day.default(''),
  end: day.default(''),
  /** Required by the URL hook; the report has no pages. */
  page: z.int().min(1).catch(1).default(1),
})
/**
 * For a yearly report: the year, in addition to its day field, and the person whose months it
 * shows. 0 is the current year, an empty person everyone.
 */
export const yearSearchShape = {
  year: z.coerce.number().int().min(1900).max(9998).catch(0).default(0),
  person: z.string().max(100).catch('').default(''),
}
export type YearSearch = Pick<ReportSearch, 'date_field'> & { year: number; person: string }

export type ReportSearch = z.infer<typeof reportSearchSchema>

/** The range as server calls and the domain take it, without empty ends. */
export function toRangeParams({
  date_field: field,
  start,
  end,
}: Pick<ReportSearch, 'date_field' | 'start' | 'end'>): CostRange & Record<string, string> {
  return {
    ...(start === '' ? {} : { [`${field}_start`]: start }),
    ...(end === '' ? {} : { [`${field}_end`]: end }),
  }
}
