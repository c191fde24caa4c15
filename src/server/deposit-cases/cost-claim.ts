import { costClaimFileNames, depositReportQuerySchema } from '#contract/deposit-cases.ts'
import { depositCaseDescription, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { claimHeading, claimSheet, type ClaimLine } from '#domain/cost-claim-sheet.ts'
import type { CostRange } from '#domain/cost-summary.ts'
import { sql } from 'kysely'
import { readOffice } from '../db/office/read-office.ts'
import { allOf, isOneOf } from '../db/lists/conditions.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'
import { problem } from '#contract/problem.ts'
import type { Database } from '../db/client.ts'
import { Refusal } from '../plugins/refusal.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { bookLayout, writeBook, type Workbook } from '../documents/export/write-book.ts'
import { depositCaseCollection } from './collections.ts'
import { requireDepositAccess } from './policy.ts'

/** `GET /api/mysql/deposition/export_report_excel/`: the cost claim of the section of that exact name, for the days of the report. */
export const costClaimExport: ExcelExport<typeof depositReportQuerySchema> = {
  path: '/api/mysql/deposition/export_report_excel/',
  tag: depositCaseCollection.description.label,
  collection: 'deposit-cases',
  query: depositReportQuerySchema,
  policy: requireDepositAccess,
  fileNames: (_today, { business_section }) => costClaimFileNames(business_section),
  check: (db, { business_section }) => refuseUnknownSection(db, business_section),
  write: async ({ db, today, onProgress }, { business_section, ...range }) => {
    const claim = { section: business_section, range, today }
    return writeBook(db, claimBook(claim, claimHeading(claim, await readOffice(db))), onProgress)
  },
}

/** A section is known by a case or a project of that name. */
async function refuseUnknownSection(db: Database, section: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from deposit_case where business_section = ${section})
        or exists (select from project where name = ${section}) as known
  `.execute(db)
  if (rows[0]?.known) return
  throw new Refusal(problem('not_found', { message: `‘${section}’ 사업구간을 찾을 수 없습니다.` }))
}

/** The oldest filing first, as one reads a bill; cases that are not filed yet at the end. */
function claimBook(
  claim: { section: string; range: CostRange },
  heading: readonly ClaimLine[],
): Workbook<DepositCaseRecord> {
  return {
    collection: depositCaseCollection,
    layout: { ...bookLayout(claimSheet.name, claimSheet.columns), heading },
    total: claimSheet.total,
    open: async () => {
      let place = 0
      return await Promise.resolve({
        condition: allOf([
          isOneOf('business_section', [claim.section], 'text'),
          ...dayRangeConditions(depositCaseDescription, { ...claim.range }),
        ]),
        order: sql`r.created_at asc nulls last, r.id asc`,
        rowOf: (record) => {
          place += 1
          return claimSheet.rowOf({ place, record })
        },
      })
    },
  }
}
