import type { RealEstateRecord } from '#contract/records/real-estate.ts'
import type { SourceRow } from '#contract/row-source.ts'
import {
  caseBookFileNames,
  caseBookSheetRow,
  caseBookTotal,
  type SheetCell,
  type SheetGroup,
} from '#domain/case-book-sheet.ts'
import type { KyInstance } from 'ky'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { caseBookExportParams, caseBookQuery, type CaseBookSearch } from './case-book-search.ts'
import type { SheetWorkerAnswer, SheetWorkerRequest } from './case-book-sheet-worker.ts'

export interface CaseBookExport {
  copy: OfflineCopy
  api: KyInstance
  search: CaseBookSearch
  /** Cancels; the outcome is then `cancelled`. */
  signal: AbortSignal
  /** 0…1. */
  onProgress(share: number): void
}

/**
 * Excel export of what the filters show. From the server when it answers, knows the filters and nothing waits in the outbox (the file must hold what the user sees);
 * otherwise from the rows on this device, by sheetjs-style in a worker: same columns, same figures (domain/case-book-sheet.ts).
 */
export async function exportCaseBook(order: CaseBookExport): Promise<'done' | 'failed' | 'cancelled'> {
  const { connection, waiting, sending, attention } = order.copy.getStatus()
  try {
    const canServerFilter = order.search.filters.length === 0
    if (canServerFilter && connection === 'online' && waiting + sending + attention === 0) {
      const outcome = await exportFromServer(order)
      if (outcome !== 'unreachable') return outcome
    }
    return await exportFromDevice(order)
  } catch {
    return order.signal.aborted ? 'cancelled' : 'failed'
  }
}

async function exportFromServer(order: CaseBookExport): Promise<'done' | 'failed' | 'cancelled' | 'unreachable'> {
  const { api, search, signal, onProgress } = order
  const answer = await answerOf(
    api
      .get('/api/mysql/realestate/export_excel', {
        searchParams: caseBookExportParams(search),
        signal,
        timeout: 300_000,
        onDownloadProgress: ({ percent }) => onProgress(percent),
      })
      .blob(),
  )
  if (signal.aborted) return 'cancelled'
  if (!answer.ok) return answer.isUnreachable ? 'unreachable' : 'failed'
  saveFile(fileName(), answer.value)
  return 'done'
}

async function exportFromDevice({ copy, search, signal, onProgress }: CaseBookExport): Promise<'done' | 'cancelled'> {
  const worker = new Worker(new URL('./case-book-sheet-worker.ts', import.meta.url), {
    type: 'module',
    name: 'case-book-sheet',
  })
  try {
    const total = caseBookTotal()
    await copy.readAll('real-estate', caseBookQuery(search), (rows, done, all) => {
      signal.throwIfAborted()
      const cells = rows.map(cellsOf)
      for (const line of cells) total.add(line)
      post(worker, { type: 'rows', rows: cells })
      onProgress(all === 0 ? 0.5 : (done / all) * 0.8)
    })
    const file = await finished(worker, { type: 'finish', total: total.row() }, signal)
    saveFile(
      fileName(),
      new Blob([file], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
    )
    return 'done'
  } finally {
    worker.terminate()
  }
}

function cellsOf({ record, joined }: SourceRow): SheetCell[] {
  // The mirror holds what the contract's row schema let in, so the description's types hold here.
  return caseBookSheetRow(
    record as unknown as RealEstateRecord,
    joined['group_id'] as unknown as SheetGroup | undefined,
  )
}

function finished(worker: Worker, request: SheetWorkerRequest, signal: AbortSignal): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SheetWorkerAnswer>) => resolve(data.file))
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    signal.addEventListener('abort', () => reject(signal.reason))
    post(worker, request)
  })
}

function post(worker: Worker, request: SheetWorkerRequest): void {
  worker.postMessage(request)
}

function fileName(): string {
  return caseBookFileNames(officeToday()).ascii
}
