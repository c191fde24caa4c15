import { takeOutShape } from '#contract/take-out.ts'
import { officeDay } from '#domain/office-date.ts'
import type { Deps } from '../deps.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { takenOut, takeOutDetail } from '../documents/export/taken-out.ts'
import { rowsPerChunk } from '../documents/export/write-book.ts'
import { workbookMediaType } from '../documents/xlsx/sheet.ts'
import type { DownloadKind } from './download-kind.ts'

/** An Excel export as a download task, for books too long to wait for. `name` stands in the table of tasks and never changes. */
export function exportInBackground(
  deps: Deps,
  task: {
    name: string
    path: string
    exported: ExcelExport
    fileNames: (today: string) => { ascii: string; korean: string }
  },
): DownloadKind<ExcelExport['query']> {
  const { exported } = task
  return {
    name: task.name,
    path: task.path,
    tag: exported.tag,
    collection: exported.collection,
    input: exported.query.extend(takeOutShape),
    check: async (input) => void takenOut(input),
    detail: takeOutDetail,
    mediaType: workbookMediaType,
    batchSize: rowsPerChunk,
    policy: (request) => exported.policy(request),
    fileNames: (requestedAt) => task.fileNames(officeDay(requestedAt.getTime())),
    write(input, onProgress) {
      const { isMasked } = takenOut(input)
      return exported.write({ db: deps.db, today: officeDay(deps.now().getTime()), onProgress, isMasked }, input)
    },
  }
}
