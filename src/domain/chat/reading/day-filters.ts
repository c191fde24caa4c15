import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays, firstDay } from '#domain/dates/office-date.ts'
import { toInstantBounds } from '#domain/dates/office-moment.ts'
import { findFieldByPath, isDay } from '../record-filters.ts'
import { defaultFields } from './default-fields.ts'
import type { NamedBookField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'

/**
 * Filters for the days of a question: each applies to the nearest day field it names, otherwise to
 * the day of the named state or the book's usual day. `used`: the fields that got a filter.
 */
export function readDayFilters(
  { days, isAboutReceivables, isAboutDeadlines }: ParsedQuestion,
  collection: CollectionName,
  { fields, today, stateDay }: { fields: readonly NamedBookField[]; today: string; stateDay: string | undefined },
): { filters: Filter[]; used: ReadonlySet<NamedBookField> } {
  // Unpaid records have no day of payment.
  const dates = fields.filter(({ path }) => isDay(collection, path) && !(isAboutReceivables && path === 'deposit_at'))
  const used = new Set<NamedBookField>()
  const filters = days.flatMap(({ range, at }) => {
    const nearest = dates
      .filter((field) => !used.has(field))
      .toSorted((a, b) => weighDistance(a, at) - weighDistance(b, at))[0]
    if (nearest) used.add(nearest)
    const defaultDay = isAboutReceivables
      ? 'cost_request_at'
      : isAboutDeadlines
        ? bookRules[collection].deadline?.day
        : (stateDay ?? defaultFields[collection]?.day)
    const path = nearest?.path ?? defaultDay
    if (path === undefined) return []
    return createDayRangeFilters(collection, path, {
      from: resolveRelativeDay(range.from, today),
      to: resolveRelativeDay(range.to, today),
    })
  })
  return { filters, used }
}

/** The day field that the filters of a state use (10월에 완료된); the days refer to it. */
export function findStateDayField(collection: CollectionName, states: readonly Filter[]): string | undefined {
  return states.find((state) => state.op === 'between' && isDay(collection, state.field))?.field
}

/** Converts `-30` to the day that many days before today. */
function resolveRelativeDay(day: string | null, today: string): string | null {
  return day?.startsWith('-') ? addDays(today, Number(day)) : day
}

/**
 * Lower is likelier. A field after the days (10월에 접수된) beats one before them, which counts three
 * times its distance.
 */
function weighDistance({ at, end }: NamedBookField, dayAt: number): number {
  return at > dayAt ? at - dayAt : 3 * (dayAt - end) + 3
}

/**
 * Records whose day is in a range (`YYYY-MM-DD`, both included; null leaves a side open). Leave
 * counts when it overlaps the range.
 */
export function createDayRangeFilters(
  collection: CollectionName,
  path: string,
  { from, to }: { from: string | null; to: string | null },
): Filter[] {
  if (collection === 'leave-requests' && path === 'startDate')
    return [
      ...(to === null ? [] : [{ op: 'between' as const, field: 'startDate', from: firstDay, to }]),
      ...(from === null ? [] : [{ op: 'between' as const, field: 'endDate', from, to: null }]),
    ]
  const isInstant = findFieldByPath(collection, path)?.kind === 'datetime'
  const range = isInstant ? toInstantBounds(from ?? '', to ?? '') : { from: from ?? firstDay, to }
  return [{ op: 'between', field: path, ...range }]
}
