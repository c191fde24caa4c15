import { costSummaryQuerySchema, costSummarySchema } from '#contract/cost-summary.ts'
import { depositUniqueFieldsSchema } from '#contract/deposit-cases.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerBulkUpdate } from './bulk-update.ts'
import { depositCaseCollection } from './collections.ts'
import { costClaimExport } from './cost-claim.ts'
import { registerLetters } from './letter-routes.ts'
import { registerLetterTemplates } from './letter-templates.ts'
import { requireDepositAccess } from './policy.ts'
import { readUniqueFields } from './read-unique-fields.ts'
import { readSummaryBySection } from './summary-by-section.ts'

const tags = [depositCaseCollection.description.label]

/** What the deposit cases answer beside the calls of a book (spec 2 §7, decision 13). */
export function registerDepositCaseRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  registerUniqueFields(app, deps)
  registerBulkUpdate(app, deps, writes)
  registerSummary(app, deps)
  registerExportExcel(app, deps, costClaimExport)
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
