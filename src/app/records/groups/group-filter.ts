import type { FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Grouping } from '#contract/records/grouping.ts'
import type { Filter } from '#contract/records/query.ts'
import { daysOfMonth } from '#domain/dates/office-date.ts'
import { instantsOfDays } from '#domain/dates/office-moment.ts'

/**
 * Filter that finds the records of a group. `current`: the field's current filter; a day range is
 * intersected with it.
 */
export function groupFilter(
  { field, part }: Grouping,
  value: FieldValue,
  { kind, current }: { kind: FieldKind; current: Filter | undefined },
): Filter {
  if (!part || typeof value !== 'string') return { op: 'equals', field, value }
  const [year = 0, month = 0] = value.split('-').map(Number)
  const { first, last } = daysOfMonth(year, month)
  const { from, to } = kind === 'datetime' ? instantsOfDays(first, last) : { from: first, to: last }
  if (current?.op !== 'between') return { op: 'between', field, from, to }
  return { op: 'between', field, from: laterBound(from, current.from), to: earlier(to, current.to) }
}

type Bound = string | number | null

function laterBound(a: string | null, b: Bound): Bound {
  return b !== null && b !== '' && (a === null || String(b) > a) ? b : a
}

function earlier(a: string | null, b: Bound): Bound {
  return b !== null && b !== '' && (a === null || String(b) < a) ? b : a
}
