import { useRef, useState } from 'react'
import { stoppedLeftOutText } from '#domain/keeping/stopped-words.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { hasStopped } from '../copy/stopped-records.ts'
import { useAskTakeOut } from '../take-out/ask-take-out.tsx'
import { useApi } from '#app/session/api.tsx'
import { exportRecords, type ExportOrder } from './export-records.ts'

export interface ExcelExportDeps {
  copy: OfflineCopy
  /** What to export; read at the time of use. */
  order(): ExportOrder | Promise<ExportOrder>
  /** `note`: what was left out and why, with a leading space; '' when nothing was. */
  onDone(note: string): void
  onFailed(reason: string): void
}

export interface ExcelExport {
  /** 0…1 while a file is made, otherwise null. */
  progress: number | null
  run(): void
  cancel(): void
}

/**
 * Asks for a reason, makes one Excel file at a time and reports the outcome; a cancelled export is
 * not reported.
 */
export function useExcelExport({ copy, order, onDone, onFailed }: ExcelExportDeps): ExcelExport {
  const api = useApi()
  const askTakeOut = useAskTakeOut()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const exportOrder = await order()
    const canUnmask = exportOrder.sheet.columns.some(({ masks }) => masks !== undefined)
    const takeOut = await askTakeOut({ title: '엑셀 내보내기', actionName: '내보내기', canUnmask })
    if (!takeOut) return
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await exportRecords(
      { copy, api, signal: abort.signal, onProgress: setProgress, takeOut },
      exportOrder,
    )
    setProgress(null)
    if (outcome === 'done') onDone(leftOutNote(copy, exportOrder))
    else if (outcome !== 'cancelled') onFailed(outcome.failed)
  }
  return { progress, run: () => void run(), cancel: () => running.current?.abort() }
}

/** Note for a book with records under 처리정지, which no export includes. */
function leftOutNote(copy: OfflineCopy, { collection }: ExportOrder): string {
  return hasStopped(copy, collection) ? ` ${stoppedLeftOutText}` : ''
}
