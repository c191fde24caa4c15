import { type RawBuilder, sql } from 'kysely'
import type { CardUsageQuery } from '#contract/card-usage.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import { instantOf } from '#domain/office-moment.ts'
import { addDays, daysOfMonth } from '#domain/office-date.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import { cardUsageCollection } from './collections.ts'

/** Every use within the question's days, newest first. */
export async function listCardUsage(db: Database, query: CardUsageQuery, today: string): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(cardUsageCollection, 'r')} as row from card_usage r
    where ${cardUsageCondition(query, today)} order by ${newestUseFirst}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

export const newestUseFirst = sql`r.created_at desc, r.id`

/** The condition over `card_usage r`; the same for list and export. */
export function cardUsageCondition(query: CardUsageQuery, today: string): RawBuilder<boolean> {
  const { first, last } = daysAsked(query, today)
  const from = first === '' ? sql`true` : sql`r.created_at >= ${instantOf(first, '00:00')}::timestamptz`
  const until = last === '' ? sql`true` : sql`r.created_at < ${instantOf(addDays(last, 1), '00:00')}::timestamptz`
  return sql<boolean>`${from} and ${until}`
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
