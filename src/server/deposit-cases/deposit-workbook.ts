import type { DepositCaseRecord } from '#contract/records/deposit-cases.ts'
import {
  depositSheetColumns,
  depositSheetName,
  depositSheetRow,
  depositSheetTotal,
} from '#domain/deposit-case-sheet.ts'
import { bookLayout, type Book } from '../documents/export/write-book.ts'
import { findWords } from './case-words.ts'
import { depositCaseCollection } from './collections.ts'
import { depositCondition, depositOrder, type DepositFilters } from './deposit-case-query.ts'

const layout = bookLayout(depositSheetName, depositSheetColumns)

/** The register 공탁사건부: the cases that pass the filters, newest 등기접수일 first, with all their fields. */
export function depositWorkbook(filters: DepositFilters): Book<DepositCaseRecord> {
  return {
    collection: depositCaseCollection,
    layout,
    total: depositSheetTotal,
    open: async (trx) => ({
      condition: depositCondition(filters, await findWords(trx, filters)),
      order: depositOrder(undefined),
      rowOf: depositSheetRow,
    }),
  }
}
