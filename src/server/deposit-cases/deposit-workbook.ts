import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import {
  depositSheetColumns,
  depositSheetName,
  depositSheetRow,
  depositSheetTotal,
} from '#domain/deposit-case-sheet.ts'
import { openList } from '../db/lists/read-list.ts'
import { bookLayout, type Book } from '../documents/export/write-book.ts'
import { depositCaseCollection } from './collections.ts'
import { depositCaseList, type DepositFilters } from './list-deposit-cases.ts'

const layout = bookLayout(depositSheetName, depositSheetColumns)

/** The register 공탁사건부: the cases that pass the filters, newest 등기접수일 first, with all their fields. */
export function depositWorkbook(filters: DepositFilters): Book<DepositCaseRecord> {
  return {
    collection: depositCaseCollection,
    layout,
    total: depositSheetTotal,
    open: async (trx) => ({
      ...(await openList(trx, depositCaseList, filters)),
      rowOf: depositSheetRow,
    }),
  }
}
