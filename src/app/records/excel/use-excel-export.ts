import { useRef, useState } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useApi } from '#app/session/api.tsx'
import { exportRecords, type ExportOrder } from './export-records.ts'

export interface ExcelExportNeed {
  copy: OfflineCopy
  /** What the file holds; asked at the moment of use. */
  order(): ExportOrder | Promise<ExportOrder>
  onDone(): void
  onFailed(): void
}

export interface ExcelExport {
  /** 0…1 while a file is made, else null. */
  progress: number | null
  run(): void
  cancel(): void
}

/** Makes one Excel file at a time and says what became of it; a cancelled one is not spoken of. */
export function useExcelExport({ copy, order, onDone, onFailed }: ExcelExportNeed): ExcelExport {
  const api = useApi()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await exportRecords({ copy, api, signal: abort.signal, onProgress: setProgress }, await order())
    setProgress(null)
    if (outcome === 'done') onDone()
    else if (outcome === 'failed') onFailed()
  }
  return { progress, run: () => void run(), cancel: () => running.current?.abort() }
}
