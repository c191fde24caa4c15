import type { z } from 'zod'
import { quickExportNames, quickListQuerySchema } from '#contract/quick-delivery.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import { bookOf } from '#contract/books/collections.ts'
import { quickSheetColumns, quickSheetName, quickSheetRow, quickSheetTotal } from '#domain/quick-sheet.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { openList } from '../db/lists/read-list.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { bookLayout, writeBook, type Book } from '../documents/export/write-book.ts'
import type { GenericExcel } from '../documents/generic-excel.ts'
import { readAllRunningBalances } from './balance-sql.ts'
import { quickDeliveryCollection } from './collections.ts'
import { quickList } from './list-deliveries.ts'
import { requireQuickAccess } from './policy.ts'

const listQuery = quickListQuerySchema.omit({ page: true, page_size: true })
const filters = listQuery.extend({
  ordering: listQuery.shape.ordering.refine((given) => isOrderable(quickList, given), '정렬할 수 없는 항목입니다.'),
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
  records: { open: (db, query) => openList(db, quickList, query) },
  hasOwnExport: true,
}

function quickBook(query: z.output<typeof filters>): Book<QuickDeliveryRecord> {
  return {
    collection: quickDeliveryCollection,
    layout: bookLayout(quickSheetName, quickSheetColumns),
    total: quickSheetTotal,
    open: async (trx) => {
      const balances = await readAllRunningBalances(trx)
      return {
        ...(await openList(trx, quickList, query)),
        rowOf: (record) => quickSheetRow({ record, balance: balances.get(record.id) ?? null }),
      }
    },
  }
}
