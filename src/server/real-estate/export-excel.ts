import { caseBookExportQuerySchema, caseBookExportTaskPath } from '#contract/real-estate.ts'
import { caseBookFileNames } from '#domain/case-book-sheet.ts'
import type { App, Deps } from '../deps.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { writeBook } from '../documents/export/write-book.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import { registerExportInBackground } from '../jobs/export-in-background.ts'
import { caseBookWorkbook } from './case-book-workbook.ts'
import { requireCaseBookAccess } from './policy.ts'

/** `GET /api/mysql/realestate/export_excel`: the case book. */
export const caseBookExport: ExcelExport<typeof caseBookExportQuerySchema> = {
  path: '/api/mysql/realestate/export_excel',
  tag: '사건부',
  collection: 'real-estate',
  query: caseBookExportQuerySchema,
  policy: requireCaseBookAccess,
  fileNames: caseBookFileNames,
  write: (db, filters, { onProgress }) => writeBook(db, caseBookWorkbook(filters), onProgress),
}

/** The same sheet as a download task. */
export function registerCaseBookDownload(app: App, ground: { deps: Deps; queue: DownloadQueue }): void {
  registerExportInBackground(app, ground, {
    name: 'case-book-export',
    path: caseBookExportTaskPath,
    exported: caseBookExport,
    fileNames: caseBookFileNames,
  })
}
