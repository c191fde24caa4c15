import { bookToast } from '#app/records/actions/outcome-words.ts'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import { quickExportOrder } from './quick-export-order.ts'
import type { QuickScreenState } from './use-quick-screen.ts'

/** Excel export of what search and filters show, with the balance after each record; made on this device, so unsent records are in it. */
export function QuickExport({ screen }: { screen: QuickScreenState }) {
  const { copy, toast } = screen
  return (
    <ExportButton
      copy={copy}
      order={() => quickExportOrder(screen)}
      onDone={() => toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)}
      onFailed={() => toast.error('엑셀 파일 생성에 실패했습니다.', bookToast)}
    />
  )
}
