import { titleExportFileNames } from '#contract/master-data.ts'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import type { MasterView } from './master-screen.tsx'
import { titleSheet } from './title-sheet.ts'

/** 엑셀 내보내기 of what the filters show, written on this device: the list is small and its names stand here already. */
export function TitleExport({ screen, lists }: MasterView) {
  return (
    <ExportButton
      screen={screen}
      order={() => ({
        ...{ collection: 'titles', query: screen.query, fromServer: null, sheet: titleSheet(lists) },
        fileName: titleExportFileNames(officeToday()).korean,
      })}
    />
  )
}
