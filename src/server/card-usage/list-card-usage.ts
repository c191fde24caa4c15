import type { CardUsageQuestion } from '#contract/card-usage.ts'
import { cardUsageDescription } from '#contract/books/card-usage.ts'
import { addDays, daysOfMonth } from '#domain/office-date.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import { cardUsageCollection } from './collections.ts'

/** Every use within the question's days, the newest first. */
export const cardUsageList: ListDescription<ListQuestion & CardUsageQuestion> = {
  collection: cardUsageCollection,
  usualOrder: '-created_at',
  filters(_db, question, today) {
    const { first, last } = daysAsked(question, today)
    return dayRangeConditions(cardUsageDescription, { created_at_start: first, created_at_end: last })
  },
}

/** The default of the screen's period (spec 1 §9 "Card report default period"). */
const usualDays = 30

/** First and last office day of the question, both included; an empty one leaves its side open. */
export function daysAsked(query: CardUsageQuestion, today: string): { first: string; last: string } {
  const { start_date: first = '', end_date: last = '', year, month } = query
  if (first !== '' || last !== '') return { first, last }
  if (typeof year !== 'number') return { first: addDays(today, -usualDays), last: today }
  return daysOfMonth(year, typeof month === 'number' ? month : 0)
}
