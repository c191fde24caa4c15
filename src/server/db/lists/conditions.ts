import { sql, type RawBuilder } from 'kysely'
import { listedValues } from '#contract/records/list-question.ts'
import type { Conditions } from './list-description.ts'

/** Joins conditions with AND. */
export function allOf(conditions: Conditions): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * `column` (of the alias `r`) holds one of the values. A single value uses `=`, because only then
 * does an index on the column and the list's order return rows in that order.
 */
export function isOneOf(column: string, values: readonly string[], type: 'text' | 'uuid'): RawBuilder<boolean> {
  const name = sql.ref(`r.${column}`)
  const [only, ...more] = values
  const kind = sql.raw(type)
  if (only !== undefined && more.length === 0) return sql<boolean>`${name} = ${only}::${kind}`
  return sql<boolean>`${name} = any(${values}::${kind}[])`
}

/** The same for a parameter with comma-separated values; an empty one adds no condition. */
export function isOneOfListed(column: string, listed: string | undefined, type: 'text' | 'uuid' = 'text'): Conditions {
  const values = listedValues(listed ?? '')
  return values.length === 0 ? [] : [isOneOf(column, values, type)]
}

/** `column` equals the value; an empty value adds no condition. */
export function equalsIfGiven(column: string, value: string | undefined, type: 'text' | 'uuid'): Conditions {
  return value ? [isOneOf(column, [value], type)] : []
}
