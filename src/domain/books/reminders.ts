import type { FieldValue } from '#contract/books/field.ts'
import type { Reminder } from '#contract/books/reminders.ts'
import { addMonths, countMonths, findNextWorkingDay } from '#domain/dates/calendar.ts'
import { addDays, countDaysBetween } from '#domain/dates/office-date.ts'
import { type BookRules, textIn } from './book-rules.ts'

/** Reminders 다시 보기 wait until their 처리일. */
export const reminderRules: BookRules = {
  captionOf: (record) => textIn(record, 'note') || '메모',
  follows: [
    {
      key: 'repeats_from',
      source: 'due_on',
      derive: (day) => day,
      note: '다시 볼 날에서 정해집니다.',
    },
  ],
  deadline: {
    day: 'due_on',
    days: 3,
    isOpen: ({ done_on: doneOn }) => doneOn === null,
    names: ['note', 'person'],
  },
  subjectOf: (record) => textIn(record, 'person'),
}

/** What a new reminder starts with: the next working day, for the person who writes it. */
export function startReminder(person: string | null, today: string): Record<string, FieldValue> {
  return { due_on: findNextWorkingDay(today), person }
}

type Repeated = Pick<Reminder, 'due_on' | 'repeats' | 'repeats_from'>

/**
 * What finishing a reminder on this day changes. One that repeats moves on to its first day that is
 * later than both, in the same record, so that two people who finish it move it once.
 */
export function finishReminder(reminder: Repeated, today: string): Record<string, FieldValue> {
  const { due_on: dueOn, repeats_from: from } = reminder
  const next = findNextDay(reminder, today > dueOn ? today : dueOn)
  return next === null ? { done_on: today } : { due_on: next, repeats_from: from ?? dueOn }
}

/**
 * First day of the series after `after`. Null if it doesn't repeat, or ends with the days that the
 * calendar knows.
 */
function findNextDay({ due_on: dueOn, repeats, repeats_from: from }: Repeated, after: string): string | null {
  const start = from ?? dueOn
  if (repeats === 'weekly') return addDays(start, Math.max(0, Math.floor(countDaysBetween(start, after) / 7) + 1) * 7)
  if (repeats !== 'monthly' && repeats !== 'yearly') return null
  const step = repeats === 'yearly' ? 12 : 1
  const passed = Math.max(0, Math.floor((countMonths(after) - countMonths(start)) / step)) * step
  return [passed, passed + step].map((months) => addMonths(start, months)).find((day) => day > after) ?? null
}
