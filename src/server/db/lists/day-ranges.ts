import { sql, type RawBuilder } from 'kysely'
import type { AnyRecord, RecordDescription } from '#contract/records/field.ts'
import { dayFieldsOf } from '#contract/generic-resource.ts'
import { officeDay } from '#domain/office-date.ts'

type Ranges = Readonly<Record<string, unknown>>

/** Conditions over the alias `r` for `{field}_start` and `{field}_end` of the described days, both days included; an instant lies on the office's day. */
export function dayRangeConditions(description: RecordDescription, ranges: Ranges): RawBuilder<unknown>[] {
  return dayFieldsOf(description).flatMap(({ key, kind }) => {
    const column = sql.ref(`r.${key}`)
    const day = kind === 'datetime' ? sql`(${column} at time zone 'Asia/Seoul')::date` : column
    const [start, end] = rangeOf(ranges, key)
    return [...(start ? [sql`${day} >= ${start}::date`] : []), ...(end ? [sql`${day} <= ${end}::date`] : [])]
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
