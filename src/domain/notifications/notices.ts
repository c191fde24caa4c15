import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { type NotificationSettings, type PushContent, summaryKind } from '#contract/notifications/notifications.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { bookRules } from '#domain/books/books.ts'
import { buildHref } from '#domain/books/record-href.ts'
import { computeWeekday, isWorkingDay, weekdayNames } from '#domain/dates/calendar.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'

/** A book with a deadline, as notifications name it. */
export interface NoticeKind {
  readonly collection: CollectionName
  readonly label: string
  /** The field with the day. */
  readonly day: string
  /** The path of the field with the person who looks after a record; null if the book has none. */
  readonly manager: string | null
}

/** Every book with a deadline, without further code. */
export const noticeKinds: readonly NoticeKind[] = collectionNames.flatMap((collection) => {
  const { deadline } = bookRules[collection]
  return deadline ? [createNoticeKind(collection, deadline.day)] : []
})

function createNoticeKind(collection: CollectionName, day: string): NoticeKind {
  const book = getBook(collection)
  const fields: readonly Field[] = book.fields
  const dayField = fields.find(({ key }) => key === day)
  return {
    collection,
    // A book that is nothing but its days goes by its own name.
    label: dayField?.required === true ? book.label : (dayField?.label ?? ''),
    day,
    manager: book.filters?.find(({ key }) => key === 'business_manager')?.field ?? null,
  }
}

/** A moment of the office: `2026-12-01`, `08:30`. */
interface OfficeMoment {
  readonly day: string
  readonly time: string
}

/** Whether a person may be notified now: on working days, from their morning to quiet hours. */
export function mayNotify(settings: NotificationSettings, { day, time }: OfficeMoment): boolean {
  return isWorkingDay(day) && time >= settings.morning_at && !isQuiet(settings, time)
}

/** Quiet hours may pass midnight; they include their beginning, not their end. */
export function isQuiet(
  { quiet_from: from, quiet_until: until }: Pick<NotificationSettings, 'quiet_from' | 'quiet_until'>,
  time: string,
): boolean {
  return from <= until ? from <= time && time < until : from <= time || time < until
}

/** How long a notification sent now may still arrive: until quiet hours or midnight. */
export function countMinutesLeft(settings: NotificationSettings, time: string): number {
  const { quiet_from: from } = settings
  const hasQuietTonight = from !== settings.quiet_until && from > time
  return toMinutes(hasQuietTonight ? from : '24:00') - toMinutes(time)
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Whether a record concerns this person: they look after it, or none of their colleagues does. The
 * person in a case may also be the client's, and what nobody here looks after must not be lost.
 */
export function concerns(manager: string | null, person: string, colleagues: ReadonlySet<string>): boolean {
  const name = removeJobTitle(manager ?? '')
  return name === removeJobTitle(person) || !colleagues.has(name)
}

/** A kind with how many records of it are due. */
export interface DueCount {
  readonly kind: NoticeKind
  /** Due today or overdue. */
  readonly due: number
  readonly overdue: number
}

/** The summary of a morning; null when nothing is due. */
export function writeSummary(counts: readonly DueCount[]): PushContent | null {
  const due = counts.filter((count) => count.due > 0)
  if (due.length === 0) return null
  return {
    title: '오늘 할 일',
    body: due.map(formatCount).join(' · '),
    path: '/staff',
    tag: summaryKind,
    badge: due.reduce((sum, count) => sum + count.due, 0),
  }
}

function formatCount({ kind: { label }, due, overdue }: DueCount): string {
  return `${label} ${formatNumber(due)}건${overdue > 0 ? `(지난 것 ${formatNumber(overdue)}건)` : ''}`
}

/** Announces records whose deadline is today or by the next working day. */
export function writeNotice(
  { collection, label, day: field }: NoticeKind,
  { days, today }: { days: readonly string[]; today: string },
): PushContent {
  const last = days.reduce((latest, day) => (day > latest ? day : latest), today)
  const { screen } = getBook(collection)
  const path = buildHref(screen.path, {
    ...screen.search,
    filters: JSON.stringify(createDeadlineFilters(collection, { today, hasDays: false })),
    sort: field,
  })
  return {
    title: `${label} ${formatNumber(days.length)}건`,
    body: last === today ? '오늘까지입니다.' : `${formatShortDay(last)}까지입니다.`,
    path,
    tag: collection,
  }
}

/** `12월 7일(월)`. */
function formatShortDay(day: string): string {
  return `${Number(day.slice(5, 7))}월 ${Number(day.slice(8))}일(${weekdayNames[computeWeekday(day)] ?? ''})`
}

/** Sent on request, to see whether notifications arrive. */
export const testNotice: PushContent = {
  title: '시험 알림',
  body: '이 기기에서 알림을 받을 수 있습니다.',
  path: '/account/notifications',
  tag: 'test',
}
