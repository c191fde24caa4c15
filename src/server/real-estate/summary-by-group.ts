import { sql } from 'kysely'
import { realEstateDescription } from '#contract/books/real-estate.ts'
import {
  costSummaryQuerySchema,
  groupSummarySchema,
  type GroupSummaryRow,
} from '#contract/deposit-cases/cost-summary.ts'
import { yearQuerySchema, yearReportSchema } from '#contract/deposit-cases/year-report.ts'
import { inSectionOrder, type CostRange } from '#domain/deposit-cases/cost-summary.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Database } from '../db/client.ts'
import { allOf } from '../db/lists/conditions.ts'
import { costSums } from '../db/lists/cost-sums.ts'
import { readYearReport, type YearSource } from '../db/lists/year-report.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { realEstateCollection } from './collections.ts'
import { groupClaimExport, groupClaimPaper } from './cost-claim.ts'
import { registerClaimPdf } from '../documents/export/claim-pdf.ts'
import { requireStaff } from '../plugins/bearer.ts'

/**
 * `GET /api/mysql/realestate/summary_by_section/`: the report 리포트 and its cost claims. Sums over
 * all cases name nobody and are not logged.
 */
export function registerGroupSummary(app: App, deps: Deps): void {
  registerExportExcel(app, deps, groupClaimExport)
  registerClaimPdf(app, deps, groupClaimPaper)
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/summary_by_section/',
    schema: {
      tags: [realEstateCollection.description.label],
      querystring: costSummaryQuerySchema,
      response: { 200: groupSummarySchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: (request) => readSummaryByGroup(deps.db, request.query),
  })
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/summary_by_year/',
    schema: {
      tags: [realEstateCollection.description.label],
      querystring: yearQuerySchema,
      response: { 200: yearReportSchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: (request) =>
      readYearReport(deps.db, realEstateYear, { ...request.query, today: officeDay(deps.now().getTime()) }),
  })
}

/** A case is assigned to its group's person in charge. */
const realEstateYear: YearSource = {
  from: sql`real_estate r join real_estate_group g on g.id = r.group_id`,
  person: sql<string>`coalesce(trim(g.manager), '')`,
  isCompleted: sql<boolean>`r.registrated_at is not null`,
  isUnpaid: sql<boolean>`false`,
}

async function readSummaryByGroup(db: Database, range: CostRange): Promise<GroupSummaryRow[]> {
  const result = await sql<GroupSummaryRow>`
    select g.name as business_section, g.id as group_id, ${costSums()}
    from real_estate r join real_estate_group g on g.id = r.group_id
    where ${allOf(dayRangeConditions(realEstateDescription, { ...range }))} group by g.id
  `.execute(db)
  return inSectionOrder(result.rows)
}
