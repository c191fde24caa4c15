import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { caseBookFileNames, caseBookSheet, type SheetGroup } from '#domain/case-book-sheet.ts'
import type { SheetCell } from '#domain/record-sheet.ts'
import type { ExportOrder } from '#app/records/excel/export-records.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { officeToday } from '#app/ui/office-today.ts'

/** What an Excel export of the case book holds: whatever the filters show. */
export function caseBookExportOrder({
  kind,
  state,
  query,
}: Pick<ScreenState, 'kind' | 'state' | 'query'>): ExportOrder {
  const params = kind.listParams(state.search)
  return {
    collection: 'real-estate',
    query,
    fileName: caseBookFileNames(officeToday()).ascii,
    fromServer: params && { path: '/api/mysql/realestate/export_excel', params },
    sheet: { ...caseBookSheet, rowOf: cellsOf },
  }
}

function cellsOf({ record, joined }: SourceRow): SheetCell[] {
  // The mirror holds what the contract's row schema let in, so the description's types hold here.
  return caseBookSheet.rowOf({
    record: record as unknown as RealEstateRecord,
    group: joined['group_id'] as unknown as SheetGroup | undefined,
  })
}
