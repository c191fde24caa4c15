import { sql } from 'kysely'
import type { AnyRecord, RecordDescription } from '#contract/books/field.ts'
import { dayFieldsOf } from '#contract/generic-resource.ts'
import { addDays, officeDay } from '#domain/office-date.ts'
import { instantOf } from '#domain/office-moment.ts'
import type { Conditions } from './list-description.ts'

type Ranges = Readonly<Record<string, unknown>>

/** Conditions over the alias `r` for `{field}_start` and `{field}_end` of the described days, both days included; an instant lies on the office's day. */
export function dayRangeConditions(description: RecordDescription, ranges: Ranges): Conditions {
  return dayFieldsOf(description).flatMap(({ key, kind }) => {
    const column = sql.ref(`r.${key}`)
    const [start, end] = rangeOf(ranges, key)
    if (kind !== 'datetime') {
      return [
        ...(start ? [sql<boolean>`${column} >= ${start}::date`] : []),
        ...(end ? [sql<boolean>`${column} <= ${end}::date`] : []),
      ]
    }
    // The column is left as it is, so that an index on it answers.
    return [
      ...(start ? [sql<boolean>`${column} >= ${instantOf(start, '00:00')}::timestamptz`] : []),
      ...(end ? [sql<boolean>`${column} < ${instantOf(addDays(end, 1), '00:00')}::timestamptz`] : []),
    ]
  })
}

/** The same for records that were read already. */
export function isInDayRanges(description: RecordDescription, record: AnyRecord, ranges: Ranges): boolean {
  return dayFieldsOf(description).every(({ key, kind }) => {
    const [start, end] = rangeOf(ranges, key)
    if (!start && !end) return true
    const value = record[key]
    if (typeof value !== 'string') return false
    const day = kind === 'datetime' ? officeDay(Date.parse(value)) : value
    return (!start || day >= start) && (!end || day <= end)
  })
}

function rangeOf(ranges: Ranges, key: string): [start: string, end: string] {
  return [dayIn(ranges[`${key}_start`]), dayIn(ranges[`${key}_end`])]
}

function dayIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
