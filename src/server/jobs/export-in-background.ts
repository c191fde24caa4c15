import type { z } from 'zod'
import { officeDay } from '#domain/office-date.ts'
import type { App, Deps } from '../deps.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { rowsPerChunk } from '../documents/export/write-book.ts'
import { workbookMediaType } from '../documents/xlsx/sheet.ts'
import type { DownloadQueue } from './download-queue.ts'
import { registerDownload } from './register-download.ts'

/** An Excel export as a download task, for books too long to wait for. `name` stands in the table of tasks and never changes. */
export function registerExportInBackground<Query extends z.ZodObject>(
  app: App,
  ground: { deps: Deps; queue: DownloadQueue },
  task: {
    name: string
    path: string
    exported: ExcelExport<Query>
    fileNames: (today: string) => { ascii: string; korean: string }
  },
): void {
  const { exported } = task
  registerDownload(app, ground, {
    name: task.name,
    path: task.path,
    tag: exported.tag,
    collection: exported.collection,
    input: exported.query,
    mediaType: workbookMediaType,
    batchSize: rowsPerChunk,
    policy: (request) => exported.policy(request),
    fileNames: (requestedAt) => task.fileNames(officeDay(requestedAt.getTime())),
    write: (input, onProgress) =>
      exported.write({ db: ground.deps.db, today: officeDay(ground.deps.now().getTime()), onProgress }, input),
  })
}
