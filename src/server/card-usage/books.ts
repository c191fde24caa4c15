import { cardUsageListSchema, cardUsageQuestion } from '#contract/card-usage.ts'
import { cardUsageFileNames, cardUsageSheet } from '#domain/card-usage-sheet.ts'
import type { ServedBook } from '../books/served-book.ts'
import { takingAsReceived } from './as-received.ts'
import { cardUsageCollection } from './collections.ts'
import { cardUsageImport } from './import-excel.ts'
import { cardUsageList } from './list-card-usage.ts'
import { requireCardUsageAccess } from './policy.ts'

/** Card usage 카드사용내역 (spec 1 §7.1): a plain array, as a sheet with the sum under it, and in from a card company's statement. */
const cardUsage: ServedBook<typeof cardUsageQuestion> = {
  collection: cardUsageCollection,
  list: cardUsageList,
  policy: requireCardUsageAccess,
  question: cardUsageQuestion,
  answer: cardUsageListSchema,
  isWhole: true,
  taking: takingAsReceived,
  sheet: {
    ...cardUsageSheet,
    rowsBy: () => Promise.resolve(cardUsageSheet.rowOf),
    fileNames: cardUsageFileNames,
  },
  imported: cardUsageImport,
}

export const cardUsageBooks = [cardUsage]
