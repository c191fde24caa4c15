import { buildRegisterFileNames } from '#contract/deposit-cases/deposit-cases.ts'
import { chosenDayShape } from '#contract/records/list-query.ts'
import { depositSheet } from '#domain/sheets/book-sheets.ts'
import type { ServedBook } from '#server/books/served-book.ts'
import { depositCaseList, writableDepositCaseBook } from './list-deposit-cases.ts'

/** Deposit cases 공탁, with the register 공탁사건부 as their sheet. */
const depositCases: ServedBook<typeof chosenDayShape> = {
  book: writableDepositCaseBook,
  list: depositCaseList,
  paramsShape: chosenDayShape,
  sheet: {
    ...depositSheet,
    createRowMapper: () => Promise.resolve(depositSheet.toCells),
    fileNames: buildRegisterFileNames,
    taskName: 'deposit-export',
  },
  importSettings: {
    exampleTitles: '사업구간, 담당자, 소유자, 부동산의 표시, 등기목적',
    sharedKeys: ['business_section', 'owner_name'],
    words: { book: '사건부', record: '사건' },
  },
}

export const depositBooks = [depositCases]
