import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import { caseBookSheetColumns, caseBookSheetName, caseBookSheetRow, caseBookTotal } from '#domain/case-book-sheet.ts'
import { openList } from '../db/lists/read-list.ts'
import { bookLayout, type Book } from '../documents/export/write-book.ts'
import { realEstateCollection } from './collections.ts'
import { caseBookList, readGroups, type CaseBookFilters } from './list-case-book.ts'

const layout = bookLayout(caseBookSheetName, caseBookSheetColumns)

/** The case book's rows that pass the filters, newest 등기접수일 first, each with its group. */
export function caseBookWorkbook(filters: CaseBookFilters): Book<RealEstateRecord> {
  return {
    collection: realEstateCollection,
    layout,
    total: caseBookTotal,
    open: async (trx) => {
      const groups = await readGroups(trx)
      const groupsById = new Map(groups.map((group) => [group.id, group]))
      return {
        ...(await openList(trx, caseBookList, filters)),
        rowOf: (record) => caseBookSheetRow(record, groupsById.get(record.group_id)),
      }
    },
  }
}
