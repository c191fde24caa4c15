import { sql } from 'kysely'
import type { Field, RecordDescription } from '#contract/books/field.ts'
import { dayFieldsOf } from '#contract/records/generic-resource.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { instantOf } from '#domain/dates/office-moment.ts'
import { isOneOfListed } from './conditions.ts'
import type { Conditions } from './list-description.ts'

/** The parameters of a list request, by name. */
export type FilterValues = Readonly<Record<string, unknown>>

/**
 * Conditions over the alias `r` for the filters common to all lists (`describedFiltersOf`,
 * contract/records/generic-resource.ts).
 */
export function describedConditions(description: RecordDescription, query: FilterValues): Conditions {
  const values = description.fields.flatMap(({ key, kind }: Field) => {
    if (kind === 'enum') return isOneOfListed(key, textIn(query, key))
    return kind === 'reference' ? isOneOfListed(key, textIn(query, key), 'uuid') : []
  })
  return [...values, ...dayRangeConditions(description, query)]
}

/**
 * Only the date filters: `{field}_start` and `{field}_end`, both inclusive; instants are compared
 * by the office's day.
 */
export function dayRangeConditions(description: RecordDescription, query: FilterValues): Conditions {
  return dayFieldsOf(description).flatMap(({ key, kind }) => {
    const column = sql.ref(`r.${key}`)
    const [start, end] = [textIn(query, `${key}_start`), textIn(query, `${key}_end`)]
    if (kind !== 'datetime') {
      return [
        ...(start ? [sql<boolean>`${column} >= ${start}::date`] : []),
        ...(end ? [sql<boolean>`${column} <= ${end}::date`] : []),
      ]
    }
    // The column stays outside any function, so that its index can be used.
    return [
      ...(start ? [sql<boolean>`${column} >= ${instantOf(start, '00:00')}::timestamptz`] : []),
      ...(end ? [sql<boolean>`${column} < ${instantOf(addDays(end, 1), '00:00')}::timestamptz`] : []),
    ]
  })
}

function textIn(query: FilterValues, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}
