import { Download } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { bookToast } from '../actions/outcome-words.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { useExcelExport, type ExcelExportNeed } from './use-excel-export.ts'

interface ExportButtonProps extends Pick<ExcelExportNeed, 'order'> {
  screen: Pick<ScreenState, 'copy' | 'toast'>
  /** Said when no file could be made. */
  failed?: Parameters<ShowToast['error']>
}

/** 엑셀 내보내기; while the file is made, the same button shows how far it is and cancels. */
export function ExportButton({ screen: { copy, toast }, order, failed = ['엑셀 다운로드 실패'] }: ExportButtonProps) {
  const { progress, run, cancel } = useExcelExport({
    ...{ copy, order },
    onDone: () => toast.success('엑셀 파일이 다운로드되었습니다.', bookToast),
    onFailed: () => toast.error(...failed),
  })
  return (
    <Button folds="last" icon={<Download size={16} strokeWidth={1.5} />} onClick={progress === null ? run : cancel}>
      {progress === null ? '엑셀 내보내기' : `내보내기 취소 (${Math.round(progress * 100)}%)`}
    </Button>
  )
}
