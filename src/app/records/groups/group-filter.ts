import type { FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Grouping } from '#contract/records/grouping.ts'
import type { Filter } from '#contract/records/query.ts'
import { daysOfMonth } from '#domain/dates/office-date.ts'
import { instantsOfDays } from '#domain/dates/office-moment.ts'

/**
 * Filter that finds the records of a group. `standing`: the field's current filter; a day range is
 * intersected with it.
 */
export function groupFilter(
  { field, part }: Grouping,
  value: FieldValue,
  { kind, standing }: { kind: FieldKind; standing: Filter | undefined },
): Filter {
  if (!part || typeof value !== 'string') return { op: 'equals', field, value }
  const [year = 0, month = 0] = value.split('-').map(Number)
  const { first, last } = daysOfMonth(year, month)
  const { from, to } = kind === 'datetime' ? instantsOfDays(first, last) : { from: first, to: last }
  if (standing?.op !== 'between') return { op: 'between', field, from, to }
  return { op: 'between', field, from: later(from, standing.from), to: earlier(to, standing.to) }
}

type End = string | number | null

function later(a: string | null, b: End): End {
  return b !== null && b !== '' && (a === null || String(b) > a) ? b : a
}

function earlier(a: string | null, b: End): End {
  return b !== null && b !== '' && (a === null || String(b) < a) ? b : a
}
