import type { CollectionName } from '#contract/books/collections.ts'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field, Tone } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Values } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { formatLeaveType } from '#domain/books/leave.ts'
import { isWorkingDay, listMonthWeeks } from '#domain/dates/calendar.ts'
import { addDays, getMonthBounds } from '#domain/dates/office-date.ts'
import { longOpenDays } from '#domain/real-estate/case-state.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { listDeadlineNames } from '#domain/today/deadlines.ts'

/** What the calendar shows of a book: its records on one of their days. */
export interface CalendarKind {
  readonly key: string
  readonly label: string
  readonly collection: CollectionName
  /** The field with the day. */
  readonly day: string
  /** The field with the last day, for records of several days. */
  readonly lastDay?: string
  /** How many days after `day` the record is shown. */
  readonly daysAfter: number
  /** Which records of the book are shown; default: all. */
  readonly filters: readonly Filter[]
  /** Whether a record still needs action; others are shown weaker. */
  readonly isOpen: (record: Values) => boolean
  /** Why the day can't be changed here, in Korean; absent if it can. */
  readonly fixedReason?: string
  readonly tone: Tone
}

export interface CalendarEntry {
  readonly kind: CalendarKind
  readonly row: SourceRow
  /** The value of the kind's day field. */
  readonly day: string
  readonly title: string
  /** Further names of the record, such as its section. */
  readonly notes: readonly string[]
  readonly isOpen: boolean
  /** Why it can't be moved, in Korean; null if it can. */
  readonly fixedReason: string | null
}

/** Inclusive. */
export interface DaySpan {
  readonly first: string
  readonly last: string
}

export const calendarViews = ['month', 'week', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

const deadlineTones: readonly Tone[] = ['info', 'danger', 'primary', 'good']

/**
 * A deadline of any book appears without further code. The others are days that somebody plans by:
 * certificates to ask for, claims, leave.
 */
export const calendarKinds: readonly CalendarKind[] = [
  ...collectionNames
    .filter((name) => bookRules[name].deadline !== undefined)
    .map((name, index) => createDeadlineKind(name, deadlineTones[index % deadlineTones.length] ?? 'info')),
  {
    key: 'real-estate.created_at',
    label: `접수 후 ${longOpenDays}일`,
    collection: 'real-estate',
    day: 'created_at',
    daysAfter: longOpenDays,
    filters: [{ op: 'equals', field: 'registrated_at', value: null }],
    isOpen: () => true,
    fixedReason: '등기접수일에서 계산한 날이라 옮길 수 없습니다.',
    tone: 'warn',
  },
  {
    key: 'deposit-cases.cost_request_at',
    label: '비용청구',
    collection: 'deposit-cases',
    day: 'cost_request_at',
    daysAfter: 0,
    filters: [],
    isOpen: ({ deposit_at: paidOn }) => paidOn === null,
    tone: 'good',
  },
  {
    key: 'leave-requests.startDate',
    label: '휴가',
    collection: 'leave-requests',
    day: 'startDate',
    lastDay: 'endDate',
    daysAfter: 0,
    filters: [{ op: 'none_of', field: 'state', values: ['refused'] }],
    isOpen: () => true,
    fixedReason: '휴가는 휴가신청 화면에서 고칩니다.',
    tone: 'plain',
  },
]

function createDeadlineKind(collection: CollectionName, tone: Tone): CalendarKind {
  const { deadline } = bookRules[collection]
  const day = deadline?.day ?? ''
  return {
    key: `${collection}.${day}`,
    label: listFields(collection).find(({ key }) => key === day)?.label ?? '',
    collection,
    day,
    daysAfter: 0,
    filters: [],
    isOpen: (record) => deadline?.isOpen(record) ?? true,
    tone,
  }
}

function listFields(collection: CollectionName): readonly Field[] {
  return getBook(collection).fields
}

/** Names to filter by, as the filters of the case books have them; empty for all. */
export interface CalendarFilters {
  readonly business_section: string
  readonly business_manager: string
}

/**
 * Filters for the records of a kind with a day in the span. Null if the book lacks one of the
 * chosen filters, and so has no record that fits.
 */
export function listKindFilters(kind: CalendarKind, span: DaySpan, chosen: CalendarFilters): Filter[] | null {
  const { filters = [] } = getBook(kind.collection)
  const named: Filter[] = []
  for (const [key, text] of Object.entries(chosen)) {
    if (text === '') continue
    const filter = filters.find((candidate) => candidate.key === key)
    if (!filter) return null
    named.push({ op: 'contains', field: filter.field, text })
  }
  return [...listDayFilters(kind, span), ...kind.filters, ...named]
}

function listDayFilters({ day, lastDay, daysAfter }: CalendarKind, { first, last }: DaySpan): Filter[] {
  const [from, to] = [addDays(first, -daysAfter), addDays(last, -daysAfter)]
  if (lastDay === undefined) return [{ op: 'between', field: day, from, to }]
  return [
    { op: 'between', field: day, from: null, to },
    { op: 'between', field: lastDay, from, to: null },
  ]
}

/** The days that a view of this day shows; a month with the whole weeks at its ends. */
export function getShownDays(view: CalendarView, day: string): DaySpan {
  const weeks = listShownWeeks(view, day)
  if (view !== 'list') return { first: weeks[0]?.[0] ?? day, last: weeks.at(-1)?.at(-1) ?? day }
  return getMonthBounds(Number(day.slice(0, 4)), Number(day.slice(5, 7)))
}

/** The weeks of a month that have a day in it, or the one week. */
export function listShownWeeks(view: CalendarView, day: string): readonly (readonly string[])[] {
  const month = day.slice(0, 7)
  return listMonthWeeks(day).filter((week) =>
    view === 'week' ? week.includes(day) : week.some((weekday) => weekday.startsWith(month)),
  )
}

/**
 * Entries by the day they are shown on, within the span. Open ones come first, then by kind and
 * name. Leave is shown on working days only.
 */
export function placeEntries(
  rowsByKind: Iterable<readonly [CalendarKind, readonly SourceRow[]]>,
  span: DaySpan,
): ReadonlyMap<string, readonly CalendarEntry[]> {
  const entriesByDay = new Map<string, CalendarEntry[]>()
  for (const [kind, rows] of rowsByKind) {
    for (const row of rows) {
      for (const day of listEntryDays(kind, row.record, span)) {
        const entries = entriesByDay.get(day) ?? []
        entriesByDay.set(day, entries)
        entries.push(createEntry(kind, row))
      }
    }
  }
  for (const [day, entries] of entriesByDay) entriesByDay.set(day, entries.toSorted(compareEntries))
  return entriesByDay
}

function listEntryDays(kind: CalendarKind, record: Values, { first, last }: DaySpan): string[] {
  const start = record[kind.day]
  if (typeof start !== 'string' || start === '') return []
  if (kind.lastDay === undefined) {
    const shown = addDays(start, kind.daysAfter)
    return shown >= first && shown <= last ? [shown] : []
  }
  const end = record[kind.lastDay]
  const until = typeof end === 'string' && end < last ? end : last
  const days: string[] = []
  for (let day = start < first ? first : start; day <= until; day = addDays(day, 1))
    if (isWorkingDay(day)) days.push(day)
  return days
}

function createEntry(kind: CalendarKind, row: SourceRow): CalendarEntry {
  const { record } = row
  const rules = bookRules[kind.collection]
  const isLeave = kind.collection === 'leave-requests'
  return {
    kind,
    row,
    day: String(record[kind.day]),
    title: isLeave ? String(record['requester_name'] ?? '') || '내 휴가' : rules.captionOf(record, row.joined),
    notes: isLeave ? [formatLeaveType(record)] : listDeadlineNames(kind.collection, row).slice(1),
    isOpen: kind.isOpen(record),
    fixedReason: findFixedReason(kind, row),
  }
}

function findFixedReason(kind: CalendarKind, { state, stopped }: SourceRow): string | null {
  if (state === 'deleted') return '삭제된 기록이라 옮길 수 없습니다.'
  if (stopped !== undefined) return '처리가 정지된 기록이라 여기서 옮길 수 없습니다.'
  return kind.fixedReason ?? null
}

function compareEntries(a: CalendarEntry, b: CalendarEntry): number {
  if (a.isOpen !== b.isOpen) return a.isOpen ? -1 : 1
  return (
    calendarKinds.indexOf(a.kind) - calendarKinds.indexOf(b.kind) ||
    compareKorean(a.title, b.title) ||
    (a.row.id < b.row.id ? -1 : 1)
  )
}
