import { getBook } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { bookRules } from '#domain/books/books.ts'
import { buildRecordHref } from '#domain/books/record-href.ts'
import { addMonths } from '#domain/dates/calendar.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import {
  type CalendarEntry,
  type CalendarKind,
  type DaySpan,
  listKindFilters,
  placeEntries,
} from './calendar-entries.ts'

/** An entry of the calendar in a form that other programs show: whole days under one text. */
export interface FeedEvent {
  /** The same for a record and kind in every response, so that a moved day moves the event. */
  readonly uid: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly firstDay: string
  /** Inclusive. */
  readonly lastDay: string
  readonly summary: string
  /** Further names of the record; empty without names. */
  readonly notes: readonly string[]
  /** Path of the record's screen. */
  readonly href: string
}

interface FeedOptions {
  readonly today: string
  readonly showsNames: boolean
}

const monthsBack = 3
const monthsAhead = 18
/** How long a settled entry stays. */
const settledMonths = 1

/**
 * Calendar programs get slow with more, and some refuse files of several megabytes. Those nearest
 * to today are kept.
 */
export const maxEventsPerKind = 1000

function getFeedSpan(today: string): DaySpan {
  return { first: addMonths(today, -monthsBack), last: addMonths(today, monthsAhead) }
}

function getSettledSpan(today: string): DaySpan {
  return { first: addMonths(today, -settledMonths), last: today }
}

/**
 * Filters that together find the records of a kind for a feed: for deadlines the open ones, which
 * are few, and all of the last month. `manager`: only what this person is in charge of; empty for
 * all. None if the book doesn't say who is in charge.
 */
export function listFeedFilters(
  kind: CalendarKind,
  { today, manager }: { today: string; manager: string },
): readonly (readonly Filter[])[] {
  const managed = manager === '' ? [] : listManagedFilters(kind, manager)
  if (managed === null) return []
  const list = (span: DaySpan): Filter[] => [...(listKindFilters(kind, span, noNames) ?? []), ...managed]
  const all = list(getFeedSpan(today))
  if (bookRules[kind.collection].deadline?.day !== kind.day) return [all]
  const open = createDeadlineFilters(kind.collection, { today, hasDays: true })
  return [[...all, ...open], list(getSettledSpan(today))]
}

const noNames = { business_section: '', business_manager: '' }

/** By the whole name: a part of it would also find others. */
function listManagedFilters({ collection }: CalendarKind, manager: string): Filter[] | null {
  const { filters = [] } = getBook(collection)
  const filter = filters.find(({ key }) => key === 'business_manager')
  return filter ? [{ op: 'equals', field: filter.field, value: manager }] : null
}

/**
 * The events of a feed by first day. Settled entries leave after a month. HAZARD: without names
 * nothing of a record but its id may enter an event.
 */
export function listFeedEvents(
  rowsByKind: Iterable<readonly [CalendarKind, readonly SourceRow[]]>,
  { today, showsNames }: FeedOptions,
): FeedEvent[] {
  const settled = getSettledSpan(today)
  const events = new Map<string, FeedEvent>()
  for (const [day, entries] of placeEntries(rowsByKind, getFeedSpan(today)))
    for (const entry of entries) {
      const isShown = entry.isOpen || (day >= settled.first && day <= settled.last)
      const event = createEvent(entry, { showsNames })
      if (isShown) events.set(event.uid, event)
    }
  return [...events.values()].toSorted((a, b) => compare(a.firstDay, b.firstDay) || compare(a.uid, b.uid))
}

function createEvent(
  { kind, row: { id, record }, day, title, notes }: CalendarEntry,
  { showsNames }: Pick<FeedOptions, 'showsNames'>,
): FeedEvent {
  const firstDay = addDays(day, kind.daysAfter)
  const lastDay = kind.lastDay === undefined ? null : record[kind.lastDay]
  return {
    uid: `${kind.key}.${id}`,
    version: record.version,
    createdAt: record.inserted_at,
    updatedAt: record.updated_at,
    firstDay,
    lastDay: typeof lastDay === 'string' ? lastDay : firstDay,
    summary: showsNames ? `${kind.label} ${title}` : kind.label,
    notes: showsNames ? notes : [],
    href: buildRecordHref(kind.collection, id),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
