import { Download } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { exportFailedText, sheetWordsOf } from './sheet-words.ts'
import { useExcelExport, type ExcelExportDeps } from './use-excel-export.ts'

interface ExportButtonProps extends Pick<ExcelExportDeps, 'order'> {
  screen: Pick<ScreenState, 'copy' | 'toast' | 'book'>
}

/** 엑셀 내보내기. While the file is being made, the same button shows the progress and cancels. */
export function ExportButton({ screen: { copy, toast, book }, order }: ExportButtonProps) {
  const texts = sheetWordsOf(book.description)
  const { progress, run, cancel } = useExcelExport({
    copy,
    order,
    onDone: (note) => toast.success(texts.exported + note, note === '' ? bookToast : {}),
    onFailed: (reason) => toast.error(exportFailedText(texts, reason)),
  })
  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} onClick={progress === null ? run : cancel}>
      {progress === null ? '엑셀 내보내기' : `내보내기 취소 (${Math.round(progress * 100)}%)`}
    </Button>
  )
}
