import { useRef, useState } from 'react'
import { stoppedLeftOutText } from '#domain/keeping/stopped-words.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { hasStopped } from '../copy/stopped-records.ts'
import { useAskTakeOut } from '../take-out/ask-take-out.tsx'
import { useApi } from '#app/session/api.tsx'
import { exportRecords, type ExportOrder } from './export-records.ts'

export interface ExcelExportDeps {
  copy: OfflineCopy
  /** What the file holds; asked at the moment of use. */
  order(): ExportOrder | Promise<ExportOrder>
  /** `note`: what was left out and why, with a space in front; '' where nothing was. */
  onDone(note: string): void
  onFailed(reason: string): void
}

export interface ExcelExport {
  /** 0…1 while a file is made, else null. */
  progress: number | null
  run(): void
  cancel(): void
}

/** Asks why, makes one Excel file at a time and says what became of it; a cancelled one is not spoken of. */
export function useExcelExport({ copy, order, onDone, onFailed }: ExcelExportDeps): ExcelExport {
  const api = useApi()
  const ask = useAskTakeOut()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const made = await order()
    const canUnmask = made.sheet.columns.some(({ masks }) => masks !== undefined)
    const takeOut = await ask({ title: '엑셀 내보내기', does: '내보내기', canUnmask })
    if (!takeOut) return
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const outcome = await exportRecords({ copy, api, signal: abort.signal, onProgress: setProgress, takeOut }, made)
    setProgress(null)
    if (outcome === 'done') onDone(leftOutNote(copy, made))
    else if (outcome !== 'cancelled') onFailed(outcome.failed)
  }
  return { progress, run: () => void run(), cancel: () => running.current?.abort() }
}

/** Of a book that holds records whose processing is stopped 처리정지: they stand in no sheet, whoever makes it. */
function leftOutNote(copy: OfflineCopy, { collection }: ExportOrder): string {
  return hasStopped(copy, collection) ? ` ${stoppedLeftOutText}` : ''
}
