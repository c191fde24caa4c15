import { z } from 'zod'
import { caseDateFields } from './list-question.ts'

/** `GET …/summary_by_year/`: the cases of a year by month or by person, beside those of the year before. */
export const yearQuerySchema = z.object({
  year: z.coerce.number().int().min(1900).max(9998),
  /** The day by which a case counts to a month. */
  date_field: z.enum(caseDateFields).default('created_at'),
  by: z.enum(['month', 'person']).default('month'),
})
export type YearQuery = z.output<typeof yearQuerySchema>

const figuresSchema = z.object({
  /** 접수: cases of the days that are compared. */
  count: z.int().nonnegative(),
  /** Of them those that are done. */
  completed: z.int().nonnegative(),
  /** Their 보수료 without 부가세. */
  fees: z.int(),
  /** What they cost, where it was claimed and is not paid 미수금. */
  unpaid: z.int(),
})
export type YearFigures = z.infer<typeof figuresSchema>

export const yearReportSchema = z.object({
  /** By month: `1` to `12`, each of them up to the last that is compared. By person: their names, empty for cases that name nobody. */
  rows: z.array(z.object({ key: z.string(), current: figuresSchema, before: figuresSchema })),
  /** Cases without the day; they are in no row. */
  undated: z.int().nonnegative(),
})
export type YearReport = z.infer<typeof yearReportSchema>
export type YearRow = YearReport['rows'][number]
