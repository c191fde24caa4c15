import { cardUsageQuerySchema, type CardUsageQuery } from '#contract/card-usage.ts'
import { bookOf } from '#contract/books/collections.ts'
import type { CardUsageRecord } from '#contract/books/card-usage.ts'
import { cardUsageFileNames, cardUsageSheet } from '#domain/card-usage-sheet.ts'
import { openList } from '../db/lists/read-list.ts'
import type { ExcelExport } from '../documents/export/excel-export.ts'
import { bookLayout, writeBook, type Book } from '../documents/export/write-book.ts'
import { cardUsageCollection } from './collections.ts'
import { cardUsageList } from './list-card-usage.ts'
import { requireCardUsageAccess } from './policy.ts'

/** `GET /api/mysql/card/export_excel`: what the list answers to the same question, as a workbook with the sum under it. */
export const cardUsageExport: ExcelExport<typeof cardUsageQuerySchema> = {
  path: `${bookOf('card-usage').path}export_excel`,
  tag: '카드사용내역',
  collection: 'card-usage',
  query: cardUsageQuerySchema,
  policy: requireCardUsageAccess,
  fileNames: cardUsageFileNames,
  write: (db, query, { today, onProgress }) => writeBook(db, cardUsageBook(query, today), onProgress),
}

const layout = bookLayout(cardUsageSheet.name, cardUsageSheet.columns)

function cardUsageBook(query: CardUsageQuery, today: string): Book<CardUsageRecord> {
  return {
    collection: cardUsageCollection,
    layout,
    total: cardUsageSheet.total,
    open: async (trx) => ({
      ...(await openList(trx, cardUsageList, { query, today })),
      rowOf: cardUsageSheet.rowOf,
    }),
  }
}
