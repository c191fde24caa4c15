import { caseBookExportQuerySchema, caseBookExportTaskPath } from '#contract/real-estate.ts'
import { caseBookFileNames } from '#domain/case-book-sheet.ts'
import { officeDay } from '#domain/office-date.ts'
import type { App, Deps } from '../deps.ts'
import { workbookMediaType } from '../documents/xlsx/sheet.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import { registerDownload } from '../jobs/register-download.ts'
import { rowsPerChunk, writeCaseBook } from './case-book-workbook.ts'
import { requireCaseBookAccess } from './policy.ts'

/** The Excel export as a download task: the same sheet as `export_excel`, for books too long to wait for. */
export function registerExportInBackground(app: App, deps: Deps, queue: DownloadQueue): void {
  registerDownload(
    app,
    { deps, queue },
    {
      name: 'case-book-export',
      path: caseBookExportTaskPath,
      tag: '사건부',
      collection: 'real-estate',
      input: caseBookExportQuerySchema,
      mediaType: workbookMediaType,
      batchSize: rowsPerChunk,
      policy: requireCaseBookAccess,
      fileNames: (requestedAt) => caseBookFileNames(officeDay(requestedAt.getTime())),
      write: (input, onProgress) => writeCaseBook(deps.db, input, onProgress),
    },
  )
}
