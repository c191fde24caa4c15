import { sql } from 'kysely'
import {
  claimPdfNames,
  costClaimFileNames,
  groupClaimPdfPath,
  groupReportQuerySchema,
  type GroupReportQuery,
} from '#contract/deposit-cases/cost-summary.ts'
import { problem } from '#contract/problem.ts'
import { realEstateClaim } from '#domain/sheets/cost-claim-sheet.ts'
import type { Database } from '../db/client.ts'
import { namedOffice } from '../documents/named-office.ts'
import { claimBook, type ClaimScope } from '../documents/export/claim-book.ts'
import type { ClaimPaper } from '../documents/export/claim-pdf.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { writeBook } from '../documents/export/write-book.ts'
import { Refusal } from '../http/refusal.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { realEstateCollection } from './collections.ts'

/**
 * `GET /api/mysql/realestate/export_report_excel/`: the cost claim of a group for the days of the
 * report. Two groups may share a name: the id selects one, the name alone means both.
 */
export const groupClaimExport: ExcelExport<typeof groupReportQuerySchema> = {
  path: '/api/mysql/realestate/export_report_excel/',
  tag: realEstateCollection.description.label,
  collection: 'real-estate',
  query: groupReportQuerySchema,
  policy: requireStaff,
  fileNames: (_today, { business_section }) => costClaimFileNames(business_section),
  check: async (db, query) => {
    await namedOffice(db)
    if ((await groupsOf(db, query)).length > 0) return
    throw new Refusal(problem('not_found', { message: `‘${query.business_section}’ 사업구간을 찾을 수 없습니다.` }))
  },
  write: async ({ db, today, onProgress }, query) => {
    const scope = await readClaimScope(db, today, query)
    return writeBook(db, claimBook(realEstateClaim, realEstateCollection, scope), onProgress)
  },
}

/** The same claim as a print. */
export const groupClaimPaper: ClaimPaper<typeof groupReportQuerySchema> = {
  path: groupClaimPdfPath,
  form: 'real_estate_claim',
  claim: realEstateClaim,
  collection: realEstateCollection,
  sheet: groupClaimExport,
  fileNames: ({ business_section }) => claimPdfNames(business_section),
  readClaim: readClaimScope,
}

async function readClaimScope(db: Database, today: string, query: GroupReportQuery): Promise<ClaimScope> {
  const { business_section: section, group_id: _group, ...range } = query
  const ofSection = sql<boolean>`r.group_id = any(${await groupsOf(db, query)}::uuid[])`
  return { section, ofSection, range, today, office: await namedOffice(db) }
}

/** Ids of the selected groups. */
async function groupsOf(db: Database, { business_section, group_id: id }: GroupReportQuery): Promise<string[]> {
  const named = await db.selectFrom('real_estate_group').select('id').where('name', '=', business_section).execute()
  return named.map((group) => group.id).filter((one) => id === undefined || one === id)
}
