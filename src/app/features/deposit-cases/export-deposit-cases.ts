import { depositRegisterFileNames } from '#contract/deposit-cases.ts'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import {
  depositSheetColumns,
  depositSheetName,
  depositSheetRow,
  depositSheetTotal,
} from '#domain/deposit-case-sheet.ts'
import type { ExportOrder } from '#app/records/excel/export-records.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { depositExportParams, depositSearch, type DepositSearch } from './deposit-search.ts'

export const depositImportPath = '/api/mysql/deposition/import_excel/'

/** What an Excel export of grid or case book holds: whatever the filters show, as deposit-case-register_{today}.xlsx (spec 2 §7). */
export function depositExportOrder(search: DepositSearch): ExportOrder {
  const canServerFilter = search.filters.length === 0
  return {
    collection: 'deposit-cases',
    query: depositSearch.query(search),
    fileName: depositRegisterFileNames(officeToday()).ascii,
    fromServer: canServerFilter
      ? { path: '/api/mysql/deposition/export_excel', params: depositExportParams(search) }
      : null,
    sheet: {
      name: depositSheetName,
      columns: depositSheetColumns,
      // The mirror holds what the contract's row schema let in, so the description's types hold here.
      rowOf: ({ record }) => depositSheetRow(record as unknown as DepositCaseRecord),
      total: depositSheetTotal,
    },
  }
}
