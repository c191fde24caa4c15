import { expect, test } from 'vitest'
import { defaultNotificationSettings } from '#contract/notifications/notifications.ts'
import {
  concerns,
  countMinutesLeft,
  isQuiet,
  mayNotify,
  type NoticeKind,
  noticeKinds,
  writeNotice,
  writeSummary,
} from './notices.ts'

function findKind(collection: string): NoticeKind {
  const kind = noticeKinds.find((candidate) => candidate.collection === collection)
  if (!kind) throw new Error(`no kind ${collection}`)
  return kind
}

const overNight = { ...defaultNotificationSettings, quiet_from: '20:00', quiet_until: '08:00' }
const noon = { ...defaultNotificationSettings, quiet_from: '12:00', quiet_until: '13:00' }
const never = { ...defaultNotificationSettings, quiet_from: '00:00', quiet_until: '00:00' }

test('every book with a deadline is a kind, named as the office says it', () => {
  expect(noticeKinds.map(({ label }) => label)).toEqual(['등기예정일', '수용개시일', '다시 보기'])
  expect(noticeKinds.every(({ manager }) => manager !== null)).toBe(true)
})

test.each([
  [overNight, '19:59', false],
  [overNight, '20:00', true],
  [overNight, '23:59', true],
  [overNight, '00:00', true],
  [overNight, '07:59', true],
  [overNight, '08:00', false],
  [noon, '11:59', false],
  [noon, '12:30', true],
  [noon, '13:00', false],
  [never, '00:00', false],
])('quiet hours may pass midnight and include only their beginning', (settings, time, expected) => {
  expect(isQuiet(settings, time)).toBe(expected)
})

test.each([
  ['a working day before the morning', '2026-12-01', '08:29', false],
  ['a working day from the morning on', '2026-12-01', '08:30', true],
  ['the evening', '2026-12-01', '20:30', false],
  ['a Saturday', '2026-12-05', '09:00', false],
  ['a holiday', '2026-12-25', '09:00', false],
])('notifies on working days between the morning and quiet hours: %s', (_what, day, time, expected) => {
  expect(mayNotify(defaultNotificationSettings, { day, time })).toBe(expected)
})

test('waits until quiet hours end where the morning lies in them', () => {
  const settings = { ...overNight, morning_at: '07:00' }
  expect(mayNotify(settings, { day: '2026-12-01', time: '07:30' })).toBe(false)
  expect(mayNotify(settings, { day: '2026-12-01', time: '08:00' })).toBe(true)
})

test('a message lives until quiet hours or midnight', () => {
  expect(countMinutesLeft(overNight, '19:30')).toBe(30)
  expect(countMinutesLeft(noon, '13:00')).toBe(11 * 60)
  expect(countMinutesLeft(never, '23:00')).toBe(60)
})

test('a record concerns the person who looks after it, or everybody if none of the staff does', () => {
  const colleagues = new Set(['김가온', '이나래'])
  expect(concerns('김가온 과장', '김가온', colleagues)).toBe(true)
  expect(concerns('이나래', '김가온', colleagues)).toBe(false)
  expect(concerns('고객사 담당', '김가온', colleagues)).toBe(true)
  expect(concerns(null, '김가온', colleagues)).toBe(true)
})

test('the summary has the kinds with something due, and their sum for the icon', () => {
  const counts = [
    { kind: findKind('real-estate'), due: 1002, overdue: 2 },
    { kind: findKind('deposit-cases'), due: 0, overdue: 0 },
    { kind: findKind('reminders'), due: 1, overdue: 0 },
  ]
  expect(writeSummary(counts)).toEqual({
    title: '오늘 할 일',
    body: '등기예정일 1,002건(지난 것 2건) · 다시 보기 1건',
    path: '/staff',
    tag: 'summary',
    badge: 1003,
  })
  expect(writeSummary([])).toBeNull()
})

test('a notice says until when, and opens the list of what is due', () => {
  const notice = writeNotice(findKind('deposit-cases'), { days: ['2026-12-04', '2026-12-07'], today: '2026-12-04' })
  expect(notice).toMatchObject({ title: '수용개시일 2건', body: '12월 7일(월)까지입니다.', tag: 'deposit-cases' })
  const url = new URL(notice.path, 'http://localhost')
  expect(url.pathname).toBe('/services/deposit')
  expect(JSON.parse(url.searchParams.get('filters') ?? '')).toContainEqual({
    op: 'between',
    field: 'expropriated_at',
    from: '1900-01-01',
    to: '2026-12-18',
  })
  expect(writeNotice(findKind('reminders'), { days: ['2026-12-04'], today: '2026-12-04' }).body).toBe('오늘까지입니다.')
})
