import { expect, test } from 'vitest'
import { reminderBook } from '#contract/books/reminders.ts'
import { calendarKinds, listKindFilters } from '#domain/calendar/calendar-entries.ts'
import { createDeadlineFilters, findDeadlines } from '#domain/today/deadlines.ts'
import { reminderRules } from './reminders.ts'

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
