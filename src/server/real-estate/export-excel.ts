import { caseBookExportQuerySchema } from '#contract/real-estate.ts'
import { caseBookFileNames } from '#domain/case-book-sheet.ts'
import { officeDay } from '#domain/office-date.ts'
import type { App, Deps } from '../deps.ts'
import { attachmentHeader } from '../documents/attachment.ts'
import { workbookMediaType } from '../documents/xlsx/sheet.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { writeCaseBook } from './case-book-workbook.ts'
import { requireCaseBookAccess } from './policy.ts'

/** `GET /api/mysql/realestate/export_excel`: the rows that pass the filters, in the order of the screen, as a workbook that is written while it is sent. */
export function registerExportExcel(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/export_excel',
    schema: { tags: ['사건부'], querystring: caseBookExportQuerySchema },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request) => void requireCaseBookAccess(request),
    handler: async (request, reply) => {
      const { id, name } = requireCaseBookAccess(request)
      await audit(deps.db, {
        user: { id, name },
        address: request.ip,
        act: 'export',
        collection: 'real-estate',
        detail: withoutEmpty(request.query),
      })
      const stream = writeCaseBook(deps.db, request.query)
      const patience = AbortSignal.timeout(longestExportMs)
      patience.addEventListener('abort', () => stream.destroy(new Error('the export took too long')), { once: true })
      return await reply
        .type(workbookMediaType)
        .header('content-disposition', attachmentHeader(caseBookFileNames(officeDay(deps.now().getTime()))))
        .send(stream)
    },
  })
}

/** A reader this slow holds a snapshot of the database open and a place in the line of others. */
const longestExportMs = 300_000
