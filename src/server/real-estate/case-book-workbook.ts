import type { RealEstateRecord } from '#contract/records/real-estate.ts'
import { caseBookSheetColumns, caseBookSheetName, caseBookSheetRow, caseBookTotal } from '#domain/case-book-sheet.ts'
import { bookLayout, type Book } from '../documents/export/write-book.ts'
import { caseBookCondition, caseBookOrder, readGroups, type CaseBookFilters } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'

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
        condition: caseBookCondition(filters, groups),
        order: caseBookOrder(undefined, groups),
        rowOf: (record) => caseBookSheetRow(record, groupsById.get(record.group_id)),
      }
    },
  }
}
