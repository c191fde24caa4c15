import { titleExportFileNames } from '#contract/master-data.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { titleSheet } from '#domain/title-sheet.ts'
import { ExportButton } from '#app/records/excel/export-button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { belongingNames, type MasterLists } from './belonging-names.ts'
import type { MasterView } from './master-screen.tsx'

/** 엑셀 내보내기 of what the filters show, written on this device: the list is small and its names stand here already. */
export function TitleExport({ screen, lists }: MasterView) {
  return (
    <ExportButton
      screen={screen}
      order={() => ({
        collection: 'titles',
        query: screen.query,
        fromServer: null,
        sheet: sheetOf(lists),
        fileName: titleExportFileNames(officeToday()).korean,
      })}
    />
  )
}

function sheetOf(lists: MasterLists) {
  const rowOf = ({ record }: SourceRow) => titleSheet.rowOf({ title: record, names: belongingNames(record, lists) })
  return { ...titleSheet, rowOf }
}
