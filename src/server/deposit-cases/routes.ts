import {
  depositListQuerySchema,
  depositListSchema,
  depositSummaryQuerySchema,
  depositSummarySchema,
  depositUniqueFieldsSchema,
} from '#contract/deposit-cases.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readListPage } from '../db/lists/read-list.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerImportExcel } from '../documents/import/import-excel.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { refuseOrdering } from '../plugins/refusal.ts'
import { registerWriteRoutes } from '../plugins/write-routes.ts'
import { registerBulkUpdate } from './bulk-update.ts'
import { depositCaseCollection } from './collections.ts'
import { costClaimExport } from './cost-claim.ts'
import { depositExport } from './export-excel.ts'
import { depositImport } from './import-excel.ts'
import { registerLetters } from './letter-routes.ts'
import { depositCaseList } from './list-deposit-cases.ts'
import { requireDepositAccess } from './policy.ts'
import { readUniqueFields } from './read-unique-fields.ts'
import { readSummaryBySection } from './summary-by-section.ts'

/** The deposit cases' plain REST calls (spec 2 §7, decision 13). */
export function registerDepositCaseRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  registerList(app, deps)
  registerUniqueFields(app, deps)
  registerBulkUpdate(app, deps, writes)
  registerSummary(app, deps)
  registerExportExcel(app, deps, depositExport)
  registerExportExcel(app, deps, costClaimExport)
  registerImportExcel(app, deps, { writes, book: depositImport })
  registerLetters(app, deps)
  registerWriteRoutes(
    app,
    { writes, newId: deps.newId },
    { collection: depositCaseCollection, policy: requireDepositAccess },
  )
}

function registerList(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/list/',
    schema: { tags: ['공탁'], querystring: depositListQuerySchema, response: { 200: depositListSchema } },
    // Rows come from our own tables; checking ten thousand of them again would cost more than reading them.
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireDepositAccess(request),
    handler: async (request) => {
      if (!isOrderable(depositCaseList, request.query.ordering)) throw refuseOrdering()
      const { id, name } = requireDepositAccess(request)
      const [list] = await Promise.all([
        readListPage(db, depositCaseList, { question: request.query }),
        audit(db, {
          user: { id, name },
          address: request.ip,
          act: 'list',
          collection: depositCaseCollection.name,
          detail: withoutEmpty(request.query),
        }),
      ])
      return list
    },
  })
}

function registerUniqueFields(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/unique_fields/',
    schema: { tags: ['공탁'], response: { 200: depositUniqueFieldsSchema } },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: () => readUniqueFields(db),
  })
}

/** The report 리포트. Sums over everybody's cases name nobody, so they leave no audit row. */
function registerSummary(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/deposition/summary_by_section/',
    schema: { tags: ['공탁'], querystring: depositSummaryQuerySchema, response: { 200: depositSummarySchema } },
    onRequest: async (request) => void requireDepositAccess(request),
    handler: (request) => readSummaryBySection(db, request.query),
  })
}
