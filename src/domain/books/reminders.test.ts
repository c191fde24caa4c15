import { expect, test } from 'vitest'
import { reminderBook } from '#contract/books/reminders.ts'
import { calendarKinds, listKindFilters } from '#domain/calendar/calendar-entries.ts'
import { createDeadlineFilters, findDeadlines } from '#domain/today/deadlines.ts'
import { finishReminder, reminderRules } from './reminders.ts'

test('a reminder is due from three days before its day until it is done', () => {
  const { deadline } = reminderRules
  if (!deadline) throw new Error('reminders have a day')
  const rows = [
    { id: '1', note: '보정 확인', due_on: '2026-12-04', done_on: null },
    { id: '2', note: '오래된 메모', due_on: '2026-02-28', done_on: null },
    { id: '3', note: '끝난 메모', due_on: '2026-12-01', done_on: '2026-12-01' },
    { id: '4', note: '나중', due_on: '2026-12-05', done_on: null },
  ]
  const { first, overdue } = findDeadlines(rows, deadline, '2026-12-01')
  expect(first.map(({ names }) => names['note'])).toEqual(['오래된 메모', '보정 확인'])
  expect(overdue).toBe(1)
  expect(createDeadlineFilters('reminders', { today: '2026-12-01', hasDays: false })).toContainEqual({
    op: 'equals',
    field: 'done_on',
    value: null,
  })
})

test('the calendar shows reminders without further code, and filters them by person', () => {
  const kind = calendarKinds.find(({ collection }) => collection === 'reminders')
  if (!kind) throw new Error('reminders have a day')
  expect(kind.label).toBe(reminderBook.fields[1].label)
  const chosen = { business_section: '', business_manager: '김가온' }
  expect(listKindFilters(kind, { first: '2026-12-01', last: '2026-12-31' }, chosen)).toContainEqual({
    op: 'contains',
    field: 'person',
    text: '김가온',
  })
})

const series = (repeats: string | null, from: string, dueOn = from) => ({
  due_on: dueOn,
  repeats,
  repeats_from: from,
})

test('a reminder that does not repeat is done on the day it is finished', () => {
  expect(finishReminder(series(null, '2026-12-01'), '2026-12-03')).toEqual({ done_on: '2026-12-03' })
})

test.each([
  ['weekly', '2026-12-07', '2026-12-07', '2026-12-14'],
  ['weekly, before its day', '2026-12-07', '2026-12-04', '2026-12-14'],
  ['weekly, long after its day', '2026-12-07', '2027-01-04', '2027-01-11'],
  ['monthly', '2026-12-15', '2026-12-16', '2027-01-15'],
  ['monthly, months after its day', '2026-08-15', '2026-12-01', '2026-12-15'],
  ['monthly, on the day of a later one', '2026-08-15', '2026-12-15', '2027-01-15'],
  ['monthly on the last day', '2027-01-31', '2027-01-31', '2027-02-28'],
  ['yearly', '2026-12-15', '2027-03-01', '2027-12-15'],
  ['yearly, in the same month', '2024-12-15', '2026-12-03', '2026-12-15'],
  ['yearly on 29 February', '2024-02-29', '2024-02-29', '2025-02-28'],
])('finished, a reminder that repeats %s moves on', (name, day, today, next) => {
  const repeats = name.split(/[ ,]/)[0] ?? ''
  expect(finishReminder(series(repeats, day), today)).toEqual({ due_on: next, repeats_from: day })
})

test('a series on the 31st or on 29 February comes back to its day', () => {
  const lastDays = series('monthly', '2027-01-31', '2027-02-28')
  expect(finishReminder(lastDays, '2027-02-28')).toMatchObject({ due_on: '2027-03-31', repeats_from: '2027-01-31' })
  const leapDays = series('yearly', '2024-02-29', '2027-02-28')
  expect(finishReminder(leapDays, '2027-03-02')).toMatchObject({ due_on: '2028-02-29' })
})

test('a reminder written before series existed repeats from its day', () => {
  const old = { due_on: '2026-12-01', repeats: 'monthly', repeats_from: null }
  expect(finishReminder(old, '2026-12-01')).toEqual({ due_on: '2027-01-01', repeats_from: '2026-12-01' })
})

test('a series that would leave the calendar is done', () => {
  expect(finishReminder(series('yearly', '9999-12-31'), '9999-12-31')).toEqual({ done_on: '9999-12-31' })
})
