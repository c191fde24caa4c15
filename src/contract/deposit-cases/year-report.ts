import { z } from 'zod'
import { caseDateFields } from '../records/list-question.ts'

/**
 * `GET …/summary_by_year/`: the cases of a year by month or by person, next to those of the year
 * before.
 */
export const yearQuerySchema = z.object({
  year: z.coerce.number().int().min(1900).max(9998),
  /** The date that decides a case's month. */
  date_field: z.enum(caseDateFields).default('created_at'),
  by: z.enum(['month', 'person']).default('month'),
})
export type YearQuery = z.output<typeof yearQuerySchema>

const figuresSchema = z.object({
  /** 접수: cases within the compared days. */
  count: z.int().nonnegative(),
  /** Completed cases among them. */
  completed: z.int().nonnegative(),
  /** Their 보수료 without 부가세. */
  fees: z.int(),
  /** Claimed but unpaid costs 미수금. */
  unpaid: z.int(),
})
export type YearFigures = z.infer<typeof figuresSchema>

export const yearReportSchema = z.object({
  /**
   * By month: `1` to `12`, each up to the last compared one. By person: names, empty for cases
   * without a person.
   */
  rows: z.array(z.object({ key: z.string(), current: figuresSchema, before: figuresSchema })),
  /** Cases without the date; they are in no row. */
  undated: z.int().nonnegative(),
})
export type YearReport = z.infer<typeof yearReportSchema>
export type YearRow = YearReport['rows'][number]
