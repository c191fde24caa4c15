import { z } from 'zod'
import { caseDateFields, caseDayRanges } from '#contract/records/list-query.ts'
import { buildTextSchema, idSchema } from '#contract/records/values.ts'

/** Cases that a claim may leave out one by one; their ids are part of a URL. */
export const maxLeftOut = 200

/** Costs of a case in both case books, in column order. */
export const costKeys = ['fees', 'fees_vat', 'proof', 'tax', 'stamp'] as const
type CostKey = (typeof costKeys)[number]

/** `GET …/summary_by_section/` with `{field}_start` and `{field}_end`. */
export const costSummaryQuerySchema = z.object(caseDayRanges)

const costsShape = {
  ...(Object.fromEntries(costKeys.map((key) => [key, z.int()])) as Record<CostKey, z.ZodInt>),
  /** fees + fees_vat + proof + tax + stamp. */
  sum: z.int(),
  /** Number of cases summed. */
  count: z.int().nonnegative(),
}
const costSummaryRowSchema = z.object({ business_section: z.string(), ...costsShape })
export const costSummarySchema = z.array(costSummaryRowSchema)
export type CostSummaryRow = z.infer<typeof costSummaryRowSchema>
export type Costs = Omit<CostSummaryRow, 'business_section'>

/** For real estate, the project is a group's name; two groups may share a name. */
export const groupSummarySchema = z.array(costSummaryRowSchema.extend({ group_id: idSchema }))
export type GroupSummaryRow = z.infer<typeof groupSummarySchema>[number]

/** What a claim contains and whom it is addressed to. */
export const claimChoiceShape = {
  /**
   * States of its cases (`domain/deposit-cases/claim-cases.ts`), comma-separated; absent: every
   * state.
   */
  states: z
    .string()
    .max(200)
    .regex(/^[a-z_,]*$/)
    .optional(),
  /** Ids of cases left out, comma-separated. */
  except: z
    .string()
    .max(37 * maxLeftOut)
    .regex(/^[0-9a-f,-]*$/)
    .optional(),
  /** 수신; absent: the company of the project, else the project. An empty text leaves it out. */
  recipient: buildTextSchema(100).optional(),
  /** 참조; absent: the 관리자 of the project. An empty text leaves it out. */
  reference: buildTextSchema(150).optional(),
}
export type ClaimChoiceQuery = Pick<GroupReportQuery, keyof typeof claimChoiceShape>

/**
 * `GET /api/mysql/realestate/export_report_excel/`: the cost claim of one group by name. If two
 * groups share it, `group_id` decides.
 */
export const groupReportQuerySchema = z.object({
  business_section: buildTextSchema(100),
  group_id: idSchema.optional(),
  ...claimChoiceShape,
  ...caseDayRanges,
})
export type GroupReportQuery = z.output<typeof groupReportQuerySchema>

/** File names for the download. Both are the same: the project's name is Korean in any case. */
export function buildCostClaimFileNames(project: string): { ascii: string; korean: string } {
  const file = `official-document_${project}.xlsx`
  return { ascii: file, korean: file }
}

/** The cost claim as PDF, with the same parameters as the workbook. */
export const depositClaimPdfPath = '/api/mysql/deposition/export_report_pdf/'
export const groupClaimPdfPath = '/api/mysql/realestate/export_report_pdf/'
export function claimPdfNames(project: string): { ascii: string; korean: string } {
  return { ascii: 'cost-claim.pdf', korean: `비용청구서_${project}.pdf` }
}

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
