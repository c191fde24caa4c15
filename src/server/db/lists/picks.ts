import { sql, type RawBuilder } from 'kysely'
import { isOneOf } from './is-one-of.ts'

/** One of the plain questions a filter asks of a column: a word out of some, or a range of days. What a list is filtered by without a search. */
export type Pick = WordPick | DayPick

export interface WordPick {
  readonly column: string
  readonly oneOf: readonly string[]
}

/** Both days included. A row without a day is in no range. */
export interface DayPick {
  readonly column: string
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** The conditions over the alias `r` that say the same. `type`: of the word columns. */
export function pickConditions(picks: readonly Pick[], type: 'text' | 'uuid'): RawBuilder<unknown>[] {
  return picks.flatMap((pick) => {
    if ('oneOf' in pick) return [isOneOf(pick.column, pick.oneOf, type)]
    const column = sql.ref(`r.${pick.column}`)
    return [
      ...(pick.start ? [sql`${column} >= ${pick.start}::date`] : []),
      ...(pick.end ? [sql`${column} <= ${pick.end}::date`] : []),
    ]
  })
}

/** Empty ranges are none. */
export function dayPick(column: string, start: string | undefined, end: string | undefined): DayPick[] {
  return start || end ? [{ column, start, end }] : []
}
