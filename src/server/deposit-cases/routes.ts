import { costSummaryQuerySchema, costSummarySchema } from '#contract/cost-summary.ts'
import { depositUniqueFieldsSchema } from '#contract/deposit-cases.ts'
import { yearQuerySchema, yearReportSchema } from '#contract/year-report.ts'
import { officeDay } from '#domain/office-date.ts'
import { readYearReport } from '../db/lists/year-report.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerBulkUpdate } from './bulk-update.ts'
import { depositCaseCollection } from './collections.ts'
import { costClaimExport, costClaimPaper } from './cost-claim.ts'
import { registerClaimPdf } from '../documents/export/claim-pdf.ts'
import { registerLetters } from './letter-routes.ts'
import { registerLetterTemplates } from './letter-templates.ts'
import { requireDepositAccess } from './policy.ts'
import { readUniqueFields } from './read-unique-fields.ts'
import { depositYear, readSummaryBySection } from './summary-by-section.ts'

const tags = [depositCaseCollection.description.label]

/** What the deposit cases answer beside the calls of a book (spec 2 §7, decision 13). */
export function registerDepositCaseRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  registerUniqueFields(app, deps)
  registerBulkUpdate(app, deps, writes)
  registerSummary(app, deps)
  registerYear(app, deps)
  registerExportExcel(app, deps, costClaimExport)
  registerClaimPdf(app, deps, costClaimPaper)
  registerLetterTemplates(app, deps)
  registerLetters(app, deps)
}

function registerUniqueFields(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/unique_fields/',
    schema: { tags, response: { 200: depositUniqueFieldsSchema } },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: () => readUniqueFields(db),
  })
}

/** The report 리포트. Sums over everybody's cases name nobody, so they leave no audit row. */
function registerSummary(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/summary_by_section/',
    schema: { tags, querystring: costSummaryQuerySchema, response: { 200: costSummarySchema } },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: (request) => readSummaryBySection(db, request.query),
  })
}

/** The same of a year by month or by person, beside the year before. */
function registerYear(app: App, { db, now }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/summary_by_year/',
    schema: { tags, querystring: yearQuerySchema, response: { 200: yearReportSchema } },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: (request) => readYearReport(db, depositYear, { ...request.query, today: officeDay(now().getTime()) }),
  })
}
