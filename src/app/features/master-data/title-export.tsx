import { titleExportFileNames } from '#contract/master-data.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import type { MasterView } from './master-screen.tsx'
import { titleSheet } from './title-sheet.ts'

/** 엑셀 내보내기 of what the filters show, written on this device: the list is small and its names stand here already. */
export function TitleExport({ screen, lists }: MasterView) {
  const { copy, query, toast } = screen
  return (
    <ExportButton
      copy={copy}
      order={() => ({
        ...{ collection: 'titles', query, fromServer: null, sheet: titleSheet(lists) },
        fileName: titleExportFileNames(officeToday()).korean,
      })}
      onDone={() => toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)}
      onFailed={() => toast.error('엑셀 다운로드 실패')}
    />
  )
}
