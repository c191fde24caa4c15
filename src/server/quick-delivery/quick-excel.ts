import { quickExportNames, quickListQuerySchema } from '#contract/quick-delivery.ts'
import type { QuickDeliveryRecord } from '#contract/records/quick-delivery.ts'
import { bookOf } from '#contract/records/collections.ts'
import { quickSheetColumns, quickSheetName, quickSheetRow, quickSheetTotal } from '#domain/quick-sheet.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { bookLayout, writeBook, type Book } from '../documents/export/write-book.ts'
import type { GenericExcel } from '../documents/generic-excel.ts'
import { readAllRunningBalances } from './balance-sql.ts'
import { quickDeliveryCollection } from './collections.ts'
import { conditionOf, isQuickOrderable, orderOf, type QuickFilters } from './list-deliveries.ts'
import { requireQuickAccess } from './policy.ts'

const listQuery = quickListQuerySchema.omit({ page: true, page_size: true })
const filters = listQuery.extend({
  ordering: listQuery.shape.ordering.refine((given) => !given || isQuickOrderable(given), '정렬할 수 없는 항목입니다.'),
})
const base = bookOf('quick-deliveries').path

/** `GET /api/quick/export_excel`: the same sheet as the screen makes, with the balance after each record. */
export const quickExport: ExcelExport<typeof filters> = {
  path: `${base}export_excel`,
  tag: quickDeliveryCollection.description.label,
  collection: 'quick-deliveries',
  query: filters,
  policy: requireQuickAccess,
  fileNames: quickExportNames,
  write: (db, query, { onProgress }) => writeBook(db, quickBook(query), onProgress),
}

/** The way in and the template are those of every generic list (spec 1 §7.3). */
export const quickExcel: GenericExcel<typeof filters> = {
  collection: quickDeliveryCollection,
  base,
  policy: requireQuickAccess,
  filters,
  records: { open: (_db, query) => Promise.resolve({ condition: conditionOf(query), order: orderOf(query.ordering) }) },
  hasOwnExport: true,
}

function quickBook(query: QuickFilters): Book<QuickDeliveryRecord> {
  return {
    collection: quickDeliveryCollection,
    layout: bookLayout(quickSheetName, quickSheetColumns),
    total: quickSheetTotal,
    open: async (trx) => {
      const balances = await readAllRunningBalances(trx)
      return {
        condition: conditionOf(query),
        order: orderOf(query.ordering),
        rowOf: (record) => quickSheetRow({ record, balance: balances.get(record.id) ?? null }),
      }
    },
  }
}
