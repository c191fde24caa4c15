import type { ExportRequest } from '#app/records/excel/export-records.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { buildRegisterFileNames } from '#contract/deposit-cases/deposit-cases.ts'
import { depositSheet } from '#domain/sheets/book-sheets.ts'

export const depositImportPath = '/api/mysql/deposition/import_excel/'

/** Excel export of the filtered cases in either tab, as 공탁사건부_{today}.xlsx. */
export function createDepositExport({
  recordSearch,
  state,
  query,
}: Pick<ScreenState, 'recordSearch' | 'state' | 'query'>): ExportRequest {
  const params = recordSearch.toListParams(state.search)
  return {
    collection: 'deposit-cases',
    query,
    fileName: buildRegisterFileNames(getOfficeToday()).korean,
    fromServer: params && { path: '/api/mysql/deposition/export_excel', params },
    sheet: {
      ...depositSheet,
      // The mirror holds only rows that passed the contract's schema, so the types hold.
      toCells: ({ record }) => depositSheet.toCells(record as unknown as DepositCaseRecord),
    },
  }
}
