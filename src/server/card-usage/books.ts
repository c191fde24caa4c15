import { cardUsageListSchema, cardUsageQuestion, type CardUsageQuestion } from '#contract/ledgers/card-usage.ts'
import { cardUsageFileNames, cardUsageSheet } from '#domain/sheets/card-usage-sheet.ts'
import type { ServedBook } from '../books/served-book.ts'
import { acceptLooseTypes } from './accept-loose-types.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { cardUsageImport } from './import-excel.ts'
import { cardUsageDescription } from '#contract/books/card-usage.ts'
import { addDays, daysOfMonth } from '#domain/dates/office-date.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'

/** Card usage 카드사용내역 for the write pipeline and sync. */
export const cardUsageCollection = writableCollection('card-usage')

/** Card uses within the requested days, newest first. */
const cardUsageList: ListDescription<ListQuestion & CardUsageQuestion> = {
  collection: cardUsageCollection,
  defaultOrder: '-created_at',
  filters(_db, question, today) {
    const { first, last } = dayRange(question, today)
    return dayRangeConditions(cardUsageDescription, { created_at_start: first, created_at_end: last })
  },
}

/** Days covered when the query names no period; same as the screen's default. */
const defaultDays = 30

/** First and last office day of the query, both inclusive; an empty value leaves that side open. */
function dayRange(query: CardUsageQuestion, today: string): { first: string; last: string } {
  const { start_date: first = '', end_date: last = '', year, month } = query
  if (first !== '' || last !== '') return { first, last }
  if (typeof year !== 'number') return { first: addDays(today, -defaultDays), last: today }
  return daysOfMonth(year, typeof month === 'number' ? month : 0)
}

/**
 * Card usage 카드사용내역: a plain array, an Excel export with a total row, and an import of card company
 * statements.
 */
const cardUsage: ServedBook<typeof cardUsageQuestion> = {
  collection: cardUsageCollection,
  list: cardUsageList,
  question: cardUsageQuestion,
  answer: cardUsageListSchema,
  isWhole: true,
  taking: acceptLooseTypes,
  sheet: {
    ...cardUsageSheet,
    rowsBy: () => Promise.resolve(cardUsageSheet.rowOf),
    fileNames: cardUsageFileNames,
  },
  imported: cardUsageImport,
}

export const cardUsageBooks = [cardUsage]
