import { Download } from 'lucide-react'
import { titleExportFileNames } from '#contract/master-data.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useExcelExport } from '#app/records/excel/use-excel-export.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { masterQuery } from './master-search.ts'
import { titleSheet } from './title-sheet.ts'
import type { MasterDesk } from './use-master-desk.ts'

/** 엑셀 내보내기 of what the filters show, written on this device: the list is small and its names stand here already. */
export function TitleExportButton({ desk }: { desk: MasterDesk }) {
  const { copy, state, lists } = desk
  const toast = useToast()
  const { progress, run } = useExcelExport({
    copy,
    order: () => ({
      collection: 'titles',
      query: masterQuery(state.search),
      fileName: titleExportFileNames(officeToday()).korean,
      fromServer: null,
      sheet: titleSheet(lists),
    }),
    onDone: () => toast.success('엑셀 파일이 다운로드되었습니다.', bookToast),
    onFailed: () => toast.error('엑셀 다운로드 실패'),
  })
  return (
    <Button icon={<Download size={16} strokeWidth={1.5} />} isBusy={progress !== null} onClick={run}>
      엑셀 내보내기
    </Button>
  )
}
