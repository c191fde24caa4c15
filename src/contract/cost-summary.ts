import { z } from 'zod'
import { caseDayRanges } from './list-question.ts'
import { idSchema, textSchema } from './values.ts'

/** What a case of either case book costs, in the order of its columns. */
export const costKeys = ['fees', 'fees_vat', 'proof', 'tax', 'stamp'] as const
type CostKey = (typeof costKeys)[number]

/** `GET …/summary_by_section/` with `{field}_start` and `{field}_end` (spec 2 §7, decision 17). */
export const costSummaryQuerySchema = z.object(caseDayRanges)

const costsShape = {
  ...(Object.fromEntries(costKeys.map((key) => [key, z.int()])) as Record<CostKey, z.ZodInt>),
  /** fees + fees_vat + proof + tax + stamp. */
  sum: z.int(),
  /** Cases it is made of. */
  count: z.int().nonnegative(),
}
export const costSummaryRowSchema = z.object({ business_section: z.string(), ...costsShape })
export const costSummarySchema = z.array(costSummaryRowSchema)
export type CostSummaryRow = z.infer<typeof costSummaryRowSchema>
export type Costs = Omit<CostSummaryRow, 'business_section'>

/** Of real estate the section is a group, by its name; two groups may bear the same. */
export const groupSummarySchema = z.array(costSummaryRowSchema.extend({ group_id: idSchema }))
export type GroupSummaryRow = z.infer<typeof groupSummarySchema>[number]

/** `GET /api/mysql/realestate/export_report_excel/`: the cost claim of one group, by its name; where two bear it, `group_id` says which. */
export const groupReportQuerySchema = z.object({
  business_section: textSchema(100),
  group_id: idSchema.optional(),
  ...caseDayRanges,
})
export type GroupReportQuery = z.output<typeof groupReportQuerySchema>

/** The same name for those whose systems know no Korean: a section's name is Korean in any case. */
export function costClaimFileNames(section: string): { ascii: string; korean: string } {
  const file = `official-document_${section}.xlsx`
  return { ascii: file, korean: file }
}

/** The claim on paper, asked for as the workbook is. */
export const depositClaimPdfPath = '/api/mysql/deposition/export_report_pdf/'
export const groupClaimPdfPath = '/api/mysql/realestate/export_report_pdf/'
export function claimPdfNames(section: string): { ascii: string; korean: string } {
  return { ascii: 'cost-claim.pdf', korean: `비용청구서_${section}.pdf` }
}
