import { depositExportQuerySchema, depositExportTaskPath, depositRegisterFileNames } from '#contract/deposit-cases.ts'
import type { App, Deps } from '../deps.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { writeBook } from '../documents/export/write-book.ts'
import type { DownloadQueue } from '../jobs/download-queue.ts'
import { registerExportInBackground } from '../jobs/export-in-background.ts'
import { depositWorkbook } from './deposit-workbook.ts'
import { requireDepositAccess } from './policy.ts'

/** `GET /api/mysql/deposition/export_excel`: the register 공탁사건부. */
export const depositExport: ExcelExport<typeof depositExportQuerySchema> = {
  path: '/api/mysql/deposition/export_excel',
  tag: '공탁',
  collection: 'deposit-cases',
  query: depositExportQuerySchema,
  policy: requireDepositAccess,
  fileNames: depositRegisterFileNames,
  write: (db, filters, { onProgress }) => writeBook(db, depositWorkbook(filters), onProgress),
}

/** The same sheet as a download task. */
export function registerDepositDownload(app: App, ground: { deps: Deps; queue: DownloadQueue }): void {
  registerExportInBackground(app, ground, {
    name: 'deposit-export',
    path: depositExportTaskPath,
    exported: depositExport,
    fileNames: depositRegisterFileNames,
  })
}
