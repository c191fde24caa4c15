import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApi } from '#app/session/api.tsx'
import { useScreenCommand } from '#app/ui/buttons/screen-commands.ts'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { bookToast } from '../actions/outcome-texts.ts'
import { useExportReasonPrompt } from '../export-reason/export-reason-dialog.tsx'
import { countCheckedRows, describeExport } from '../export-reason/export-scope.ts'
import { hasStopped } from '../offline-copy/stopped-records.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import {
  exportChecked,
  exportRecords,
  type ExportRequest,
  formatExportFailed,
  getSheetWordings,
} from './export-records.ts'

interface ExportButtonProps extends Pick<ExcelExportDeps, 'buildExport'> {
  screen: Pick<ScreenState, 'copy' | 'toast' | 'book' | 'selection'>
}

/** 엑셀 내보내기. While the file is being made, the same button shows the progress and cancels. */
export function ExportButton({ screen: { copy, toast, book, selection }, buildExport }: ExportButtonProps) {
  const texts = getSheetWordings(book)
  const { progress, run, cancel } = useExcelExport({
    copy,
    selection: selection.value,
    buildExport,
    onDone: (note) => toast.success(texts.exported + note, note === '' ? bookToast : {}),
    onFailed: (reason) => toast.error(formatExportFailed(texts, reason)),
  })
  useScreenCommand('엑셀 내보내기', run)
  return (
    <ToolButton
      label={progress === null ? '엑셀 내보내기' : `내보내기 취소 (${Math.round(progress * 100)}%)`}
      labelFrom={progress === null ? 'wide' : 'everywhere'}
      icon={<Download size={16} strokeWidth={1.5} />}
      onClick={progress === null ? run : cancel}
    />
  )
}

interface ExcelExportDeps {
  copy: OfflineCopy
  /** The checked rows, which can be exported alone. */
  selection: RowSelection
  /** What to export; read at the time of use. */
  buildExport(): ExportRequest | Promise<ExportRequest>
  /** `note`: what was left out and why, with a leading space; '' when nothing was. */
  onDone(note: string): void
  onFailed(reason: string): void
}

interface ExcelExport {
  /** 0…1 while a file is made, otherwise null. */
  progress: number | null
  run(): void
  cancel(): void
}

/**
 * Asks for a reason, makes one Excel file at a time and reports the outcome; a cancelled export is
 * not reported.
 */
export function useExcelExport({ copy, selection, buildExport, onDone, onFailed }: ExcelExportDeps): ExcelExport {
  const api = useApi()
  const promptExportReason = useExportReasonPrompt()
  const [progress, setProgress] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  async function run() {
    const listRequest = await buildExport()
    const canUnmask = listRequest.sheet.columns.some(({ masks }) => masks !== undefined)
    const [scope, checkedCount] = await Promise.all([
      describeExport(copy, listRequest),
      countCheckedRows(copy, listRequest, selection),
    ])
    const question = { title: '엑셀 내보내기', actionName: '내보내기', scope, checkedCount, canUnmask }
    const exportTerms = await promptExportReason(question)
    if (!exportTerms) return
    const exportRequest = exportTerms.areChecked ? exportChecked(listRequest, selection) : listRequest
    const controller = new AbortController()
    running.current = controller
    setProgress(0)
    const outcome = await exportRecords(
      { copy, api, signal: controller.signal, onProgress: setProgress, exportTerms },
      exportRequest,
    )
    setProgress(null)
    if (outcome === 'done') onDone(describeLeftOut(copy, exportRequest))
    else if (outcome !== 'cancelled') onFailed(outcome.failed)
  }
  return { progress, run: () => void run(), cancel: () => running.current?.abort() }
}

/** Note for a book with records under 처리정지, which no export includes. */
function describeLeftOut(copy: OfflineCopy, { collection }: ExportRequest): string {
  return hasStopped(copy, collection) ? ` ${stoppedLeftOutText}` : ''
}
