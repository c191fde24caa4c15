import { caseBookListSchema, unitListSchema } from '#contract/real-estate.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import { caseBookFileNames, caseBookSheet } from '#domain/case-book-sheet.ts'
import { plainBook, type ServedBook, type ServedSheet } from '../books/served-book.ts'
import { realEstateCollection, unitCollection } from './collections.ts'
import { readGroupOfCell } from './import-excel.ts'
import { caseBookList, readGroups } from './list-case-book.ts'
import { partyBooks } from './party-books.ts'
import { unitList } from './list-units.ts'
import { requireCaseBookAccess as policy } from './policy.ts'

/** Every row of the sheet with what its group says. */
const sheet: ServedSheet = {
  ...caseBookSheet,
  async rowsBy(db) {
    const groupsById = new Map((await readGroups(db)).map((group) => [group.id, group]))
    return (record: RealEstateRecord) => caseBookSheet.rowOf({ record, group: groupsById.get(record.group_id) })
  },
  fileNames: caseBookFileNames,
  taskName: 'case-book-export',
}

/** The case book 사건부 (spec 2 §7, decision 14). */
const caseBook: ServedBook = {
  collection: realEstateCollection,
  list: caseBookList,
  policy,
  answer: caseBookListSchema,
  sheet,
  imported: {
    exampleTitles: '사업구간(그룹), 소유자, 등기목적',
    sharedKeys: ['group_id', 'owner'],
    words: { book: '사건부', record: '사건' },
    fieldReaders: async (db) => ({ group_id: readGroupOfCell(await readGroups(db)) }),
  },
}

/** The units 세대 (decision 14). */
const units: ServedBook = {
  collection: unitCollection,
  list: unitList,
  policy,
  answer: unitListSchema,
  imported: {
    exampleTitles: '사업구간, 동호수, 소유자',
    sharedKeys: ['group_id', 'dongho'],
    words: { book: '세대 목록', record: '세대' },
  },
}

export const realEstateBooks = [
  caseBook,
  units,
  { ...plainBook('real-estate-groups'), policy },
  { ...plainBook('banks'), policy },
  ...partyBooks,
]
