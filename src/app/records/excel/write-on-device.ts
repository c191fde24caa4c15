import { startWorker } from '#app/ui/browser/trusted-types.ts'
import type { SheetCell, SheetColumn } from '#domain/sheets/record-sheet.ts'
import type { SheetWorkerRequest, SheetWorkerResult } from './sheet-worker.ts'
// oxlint-disable-next-line import/default -- vite exports the URL of the built worker
import sheetWorker from './sheet-worker.ts?worker&url'

/**
 * Makes a workbook on this device in a worker. `fill` passes the rows and returns the total row, or
 * null for none.
 */
export async function writeOnDevice(
  sheet: { readonly name: string; readonly columns: readonly SheetColumn[] },
  signal: AbortSignal,
  fill: (write: (rows: SheetCell[][]) => void) => Promise<SheetCell[] | null>,
): Promise<Blob> {
  const worker = startWorker(sheetWorker, 'sheet')
  try {
    // Functions of a column can't be posted to the worker and aren't needed there.
    const columns = sheet.columns.map(({ header, kind, width, hidden }) => ({
      header,
      kind,
      width,
      ...(hidden && { hidden }),
    }))
    post(worker, { type: 'start', name: sheet.name, columns })
    const total = await fill((rows) => post(worker, { type: 'rows', rows }))
    const file = await waitForResult(worker, { type: 'finish', total }, signal)
    return new Blob([file], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
  } finally {
    worker.terminate()
  }
}

function waitForResult(worker: Worker, request: SheetWorkerRequest, signal: AbortSignal): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SheetWorkerResult>) => resolve(data.file))
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    signal.addEventListener('abort', () => reject(signal.reason))
    post(worker, request)
  })
}

function post(worker: Worker, request: SheetWorkerRequest): void {
  worker.postMessage(request)
}
