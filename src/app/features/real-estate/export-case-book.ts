import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import type { SourceRow } from '#contract/row-source.ts'
import {
  caseBookFileNames,
  caseBookSheetColumns,
  caseBookSheetName,
  caseBookSheetRow,
  caseBookTotal,
  type SheetGroup,
} from '#domain/case-book-sheet.ts'
import type { SheetCell } from '#domain/record-sheet.ts'
import type { ExportOrder } from '#app/records/excel/export-records.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { caseBookExportParams, caseBookSearch, type CaseBookSearch } from './case-book-search.ts'

/** What an Excel export of the case book holds: whatever the filters show. */
export function caseBookExportOrder(search: CaseBookSearch): ExportOrder {
  const canServerFilter = search.filters.length === 0
  return {
    collection: 'real-estate',
    query: caseBookSearch.query(search),
    fileName: caseBookFileNames(officeToday()).ascii,
    fromServer: canServerFilter
      ? { path: '/api/mysql/realestate/export_excel', params: caseBookExportParams(search) }
      : null,
    sheet: { name: caseBookSheetName, columns: caseBookSheetColumns, rowOf: cellsOf, total: caseBookTotal },
  }
}

function cellsOf({ record, joined }: SourceRow): SheetCell[] {
  // The mirror holds what the contract's row schema let in, so the description's types hold here.
  return caseBookSheetRow(
    record as unknown as RealEstateRecord,
    joined['group_id'] as unknown as SheetGroup | undefined,
  )
}
