import { z } from 'zod'
import { cardUsageBook } from '#contract/books/card-usage.ts'
import { cardUsageListSchema, type CardUsageQuery, cardUsageQueryShape } from '#contract/card-usage/card-usage.ts'
import { instantSchema } from '#contract/records/values.ts'
import { addDays, getMonthBounds } from '#domain/dates/office-date.ts'
import { normalizeInstant } from '#domain/dates/office-moment.ts'
import { buildCardUsageFileNames, cardUsageSheet } from '#domain/sheets/book-sheets.ts'
import type { ServedBook } from '#server/books/served-book.ts'
import { buildDayRangeConditions, type ListDescription, type ListParams } from '#server/db/lists/list-description.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { cardUsageImport } from './import-excel.ts'

/** Card usage 카드사용내역 for the write pipeline and sync. */
export const writableCardUsageBook = createWritableBook('card-usage')

/** Card uses within the requested days, newest first. */
const cardUsageList: ListDescription<ListParams & CardUsageQuery> = {
  book: writableCardUsageBook,
  defaultOrder: '-created_at',
  filters(_db, query, today) {
    const { first, last } = resolveDayRange(query, today)
    return buildDayRangeConditions(cardUsageBook, { created_at_start: first, created_at_end: last })
  },
}

/** Days covered when the query names no period; same as the screen's default. */
const defaultDays = 30

/** First and last office day of the query, both inclusive; an empty value leaves that side open. */
function resolveDayRange(query: CardUsageQuery, today: string): { first: string; last: string } {
  const { start_date: first = '', end_date: last = '', year, month } = query
  if (first !== '' || last !== '') return { first, last }
  if (typeof year !== 'number') return { first: addDays(today, -defaultDays), last: today }
  return getMonthBounds(year, typeof month === 'number' ? month : 0)
}

/**
 * The write pipeline for plain clients of the published API. A `pay` sent as a number is stored as
 * its digits, and an instant of use with any UTC offset is stored in the usual form, so that it
 * compares equal.
 */
export function acceptLooseTypes(writes: WritePipeline): WritePipeline {
  return {
    ...writes,
    write: (book, request) => writes.write(book, { ...request, body: normalizeTypes(request.body) }),
  }
}

const looseBody = z.looseObject({ pay: z.unknown().optional(), created_at: z.unknown().optional() })

function normalizeTypes(body: unknown): unknown {
  const parsed = looseBody.safeParse(body)
  if (!parsed.success) return body
  const { pay, created_at: instant } = parsed.data
  const usedAt = instantSchema.safeParse(instant)
  return {
    ...parsed.data,
    ...(typeof pay === 'number' && { pay: String(pay) }),
    ...(usedAt.success && { created_at: normalizeInstant(usedAt.data) }),
  }
}

/**
 * Card usage 카드사용내역: a plain array, an Excel export with a total row, and an import of card company
 * statements.
 */
const cardUsage: ServedBook<typeof cardUsageQueryShape> = {
  book: writableCardUsageBook,
  list: cardUsageList,
  paramsShape: cardUsageQueryShape,
  listSchema: cardUsageListSchema,
  isWhole: true,
  adaptWrites: acceptLooseTypes,
  sheet: {
    ...cardUsageSheet,
    createRowMapper: () => Promise.resolve(cardUsageSheet.toCells),
    fileNames: buildCardUsageFileNames,
  },
  importSettings: cardUsageImport,
}

export const cardUsageBooks = [cardUsage]
