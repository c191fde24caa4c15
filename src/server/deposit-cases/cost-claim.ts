import type { z } from 'zod'
import { claimPdfNames, costClaimFileNames, depositClaimPdfPath } from '#contract/deposit-cases/cost-summary.ts'
import { depositReportQuerySchema } from '#contract/deposit-cases/deposit-cases.ts'
import { depositClaim } from '#domain/sheets/cost-claim-sheet.ts'
import { sql } from 'kysely'
import { isOneOf } from '../db/lists/conditions.ts'
import { problem } from '#contract/problem.ts'
import type { Database } from '../db/client.ts'
import { Refusal } from '../http/refusal.ts'
import { namedOffice } from '../documents/named-office.ts'
import { claimBook, type ClaimScope } from '../documents/export/claim-book.ts'
import type { ClaimPaper } from '../documents/export/claim-pdf.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { writeBook } from '../documents/export/write-book.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { depositCaseCollection } from './collections.ts'

/**
 * `GET /api/mysql/deposition/export_report_excel/`: the cost claim of the section with exactly that
 * name, for the days of the report.
 */
export const costClaimExport: ExcelExport<typeof depositReportQuerySchema> = {
  path: '/api/mysql/deposition/export_report_excel/',
  tag: depositCaseCollection.description.label,
  collection: 'deposit-cases',
  query: depositReportQuerySchema,
  policy: requireStaff,
  fileNames: (_today, { business_section }) => costClaimFileNames(business_section),
  check: async (db, { business_section }) => {
    await namedOffice(db)
    await refuseUnknownSection(db, business_section)
  },
  write: async ({ db, today, onProgress }, query) => {
    const scope = await readClaimScope(db, today, query)
    return writeBook(db, claimBook(depositClaim, depositCaseCollection, scope), onProgress)
  },
}

/** The same claim as a print. */
export const costClaimPaper: ClaimPaper<typeof depositReportQuerySchema> = {
  path: depositClaimPdfPath,
  form: 'deposit_claim',
  claim: depositClaim,
  collection: depositCaseCollection,
  sheet: costClaimExport,
  fileNames: ({ business_section }) => claimPdfNames(business_section),
  readClaim: readClaimScope,
}

async function readClaimScope(
  db: Database,
  today: string,
  { business_section: section, ...range }: z.output<typeof depositReportQuerySchema>,
): Promise<ClaimScope> {
  const ofSection = isOneOf('business_section', [section], 'text')
  return { section, ofSection, range, today, office: await namedOffice(db) }
}

/** A section is known when a case or a project has its name. */
async function refuseUnknownSection(db: Database, section: string): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from deposit_case where business_section = ${section})
        or exists (select from project where name = ${section}) as known
  `.execute(db)
  if (rows[0]?.known) return
  throw new Refusal(problem('not_found', { message: `‘${section}’ 사업구간을 찾을 수 없습니다.` }))
}
