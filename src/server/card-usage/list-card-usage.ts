import type { CardUsageQuery } from '#contract/card-usage.ts'
import { cardUsageDescription } from '#contract/books/card-usage.ts'
import { addDays, daysOfMonth } from '#domain/office-date.ts'
import { dayRangeConditions } from '../db/lists/day-ranges.ts'
import type { ListDescription } from '../db/lists/list-description.ts'
import { cardUsageCollection } from './collections.ts'

/** Every use within the question's days, newest first; `today` where it names none. */
export const cardUsageList: ListDescription<{
  query: CardUsageQuery
  today: string
  ordering?: never
  search?: never
}> = {
  collection: cardUsageCollection,
  usualOrder: '-created_at',
  filters(_db, { query, today }) {
    const { first, last } = daysAsked(query, today)
    return dayRangeConditions(cardUsageDescription, { created_at_start: first, created_at_end: last })
  },
}

/** The default of the screen's period (spec 1 §9 "Card report default period"). */
const usualDays = 30

/** First and last office day of the question, both included; an empty one leaves its side open. */
export function daysAsked(query: CardUsageQuery, today: string): { first: string; last: string } {
  const { start_date: first = '', end_date: last = '', year, month } = query
  if (first !== '' || last !== '') return { first, last }
  if (typeof year !== 'number') return { first: addDays(today, -usualDays), last: today }
  return daysOfMonth(year, typeof month === 'number' ? month : 0)
}
