import { expect, test } from 'vitest'
import {
  computeStatutoryLeave,
  countLeaveDays,
  findLeaveError,
  findLeaveErrors,
  formatDayOffNote,
  formatRemaining,
  formatWaitingNote,
  leavesOverlap,
  sumLeaveUses,
} from './leave.ts'

function createLeave(type: string, startDate: string, endDate = startDate) {
  return { type, half: null, startDate, endDate }
}

function createHalfDay(startDate: string, half: 'morning' | 'afternoon') {
  return { type: 'half_day', half, startDate, endDate: startDate }
}

test.each([
  ['one working day', createLeave('annual', '2026-11-23'), 1],
  ['a week with its weekend', createLeave('annual', '2026-11-23', '2026-11-29'), 5],
  ['from Friday to Monday', createLeave('sick', '2026-11-20', '2026-11-23'), 2],
  ['a weekend', createLeave('annual', '2026-11-21', '2026-11-22'), 0],
  ['the week of 추석', createLeave('annual', '2026-09-21', '2026-09-27'), 3],
  ['a substitute holiday', createLeave('annual', '2026-08-17'), 0],
  ['half a day', createHalfDay('2026-11-23', 'morning'), 0.5],
  ['half of a holiday', createHalfDay('2026-12-25', 'morning'), 0],
  ['an end before its start', createLeave('annual', '2026-11-24', '2026-11-23'), 0],
  ['a cleared start', createLeave('annual', '', '2026-11-23'), 0],
  ['a cleared end', createLeave('annual', '2026-11-23', ''), 0],
  ['a mistyped century', createLeave('annual', '2026-11-24', '2126-11-23'), 0],
])('counts the days of %s', (_what, request, days) => {
  expect(countLeaveDays(request)).toBe(days)
})

test('a request across New Year counts in each year with its days there', () => {
  const request = createLeave('annual', '2026-12-30', '2027-01-05')
  expect([countLeaveDays(request, 2026), countLeaveDays(request, 2027), countLeaveDays(request)]).toEqual([2, 2, 4])
})

test.each([
  [createLeave('annual', '2026-11-23', '2026-11-25'), createLeave('sick', '2026-11-25'), true],
  [createLeave('annual', '2026-11-23', '2026-11-24'), createLeave('annual', '2026-11-25'), false],
  [createLeave('annual', '2026-11-23'), createHalfDay('2026-11-23', 'morning'), true],
  [createHalfDay('2026-11-23', 'morning'), createHalfDay('2026-11-23', 'afternoon'), false],
  [createHalfDay('2026-11-23', 'morning'), createHalfDay('2026-11-23', 'morning'), true],
])('%j and %j overlap: %s, in either order', (a, b, expected) => {
  expect([leavesOverlap(a, b), leavesOverlap(b, a)]).toEqual([expected, expected])
})

test.each([
  [{ ...createLeave('annual', '2026-11-24', '2026-11-23'), reason: '여행' }, 'endDate'],
  [{ ...createHalfDay('2026-11-23', 'morning'), endDate: '2026-11-24', reason: '여행' }, 'endDate'],
  [{ ...createLeave('half_day', '2026-11-23'), reason: '여행' }, 'half'],
  [{ ...createLeave('annual', '2026-11-23', '2028-11-23'), reason: '여행' }, 'endDate'],
  [{ ...createLeave('annual', '2026-11-21'), reason: '여행' }, 'startDate'],
  [{ ...createLeave('annual', '', '2026-11-23'), reason: '여행' }, 'startDate'],
  [{ ...createLeave('annual', '2026-11-23', ''), reason: '여행' }, 'endDate'],
  [{ ...createLeave('annual', '2026-11-23'), reason: '  ' }, 'reason'],
  [{ ...createLeave('annual', '2026-11-23'), reason: '여행' }, undefined],
  [{ ...createHalfDay('2026-11-23', 'afternoon'), reason: '병원' }, undefined],
])('refuses %j at %s', (request, field) => {
  expect(findLeaveError(request)?.field).toBe(field)
})

test('reports a missing reason together with wrong days', () => {
  expect(findLeaveErrors({ ...createLeave('annual', '2026-11-22'), reason: ' ' })).toEqual([
    { field: 'startDate', message: '주말과 공휴일만 들어 있어 신청할 날이 없습니다.' },
    { field: 'reason', message: '사유를 입력해 주세요.' },
  ])
})

test.each([
  ['a working day', createLeave('annual', '2026-11-23'), null],
  ['a Sunday', createLeave('annual', '2026-11-22'), '쉬는 날(일요일)이라 신청할 날이 없습니다.'],
  ['a weekend', createLeave('annual', '2026-11-21', '2026-11-22'), '쉬는 날(토요일)이라 신청할 날이 없습니다.'],
  [
    'Saturday to Monday',
    createLeave('sick', '2026-11-21', '2026-11-23'),
    '쉬는 날(토요일)입니다. 휴가는 2026.11.23부터 셉니다.',
  ],
  ['half of Christmas', createHalfDay('2026-12-25', 'morning'), '쉬는 날(성탄절)이라 신청할 날이 없습니다.'],
  ['no day', { ...createLeave('annual', ''), startDate: null }, null],
])('says whether %s starts on a day off', (_what, request, note) => {
  expect(formatDayOffNote(request)).toBe(note)
})

test.each([
  [null, 2026, 15],
  ['2026-11-01', 2025, 0],
  ['2026-01-02', 2026, 11],
  ['2026-03-02', 2026, 9],
  ['2026-12-15', 2026, 0],
  ['2025-03-02', 2026, 17],
  ['2025-12-15', 2026, 26],
  ['2024-03-02', 2026, 15],
  ['2023-03-02', 2026, 16],
  ['2021-03-02', 2026, 17],
  ['2005-03-02', 2026, 25],
  ['1990-03-02', 2026, 25],
])('employed on %s, the law gives %i the days %i', (employedOn, year, days) => {
  expect(computeStatutoryLeave(employedOn, year)).toBe(days)
})

test.each([
  { leaves: 'a year after the last day', employedOn: '2020-03-02', leftOn: '2025-12-31', days: 0 },
  { leaves: 'on the last day of the year', employedOn: '2020-03-02', leftOn: '2026-12-31', days: 17 },
  { leaves: 'a day before another year is full', employedOn: '2020-03-02', leftOn: '2026-03-01', days: 0 },
  { leaves: 'on the day after it', employedOn: '2020-03-02', leftOn: '2026-03-02', days: 17 },
  {
    leaves: 'in the year of employment, after two full months',
    employedOn: '2026-01-02',
    leftOn: '2026-03-15',
    days: 2,
  },
  { leaves: 'in the second year, before the first is full', employedOn: '2025-03-02', leftOn: '2026-01-10', days: 1 },
  { leaves: 'in the second year, after it', employedOn: '2025-03-02', leftOn: '2026-03-02', days: 17 },
  { leaves: 'without a day of employment', employedOn: null, leftOn: '2026-05-01', days: 15 },
])('an employee who leaves has what arose until then: $leaves', ({ employedOn, leftOn, days }) => {
  expect(computeStatutoryLeave(employedOn, 2026, leftOn)).toBe(days)
})

test('from the first to the second year nobody gets fewer than the 11 and 15 days of the law', () => {
  for (let month = 1; month <= 12; month++) {
    const employedOn = `2025-${String(month).padStart(2, '0')}-10`
    expect(computeStatutoryLeave(employedOn, 2025) + computeStatutoryLeave(employedOn, 2026)).toBe(26)
  }
})

test('counts used and waiting days of annual leave only, per person and year, without refused requests', () => {
  const createRequest = (name: string, state: string) => ({ requester_id: name, requester_name: name, state })
  const rows = [
    { ...createLeave('annual', '2026-11-23', '2026-11-24'), ...createRequest('김가온', 'approved') },
    { ...createHalfDay('2026-11-25', 'morning'), ...createRequest('김가온', 'pending') },
    { ...createLeave('annual', '2026-11-26'), ...createRequest('김가온', 'refused') },
    { ...createLeave('sick', '2026-11-27'), ...createRequest('김가온', 'approved') },
    { ...createLeave('annual', '2025-11-27'), ...createRequest('김가온', 'approved') },
    { ...createLeave('annual', '2026-12-31', '2027-01-04'), ...createRequest('이나래', 'approved') },
  ]
  expect(sumLeaveUses(rows, 2026)).toEqual([
    { userId: '김가온', name: '김가온', used: 2, waiting: 0.5 },
    { userId: '이나래', name: '이나래', used: 1, waiting: 0 },
  ])
})

test('shows by how much a year is overdrawn', () => {
  expect([formatRemaining(3.5), formatRemaining(0), formatRemaining(-2)]).toEqual(['3.5일', '0일', '초과 2일'])
})

test('names the days awaiting approval that a balance leaves out', () => {
  expect([formatWaitingNote(3), formatWaitingNote(0.5), formatWaitingNote(0)]).toEqual([
    '(승인 대기 3일 제외)',
    '(승인 대기 0.5일 제외)',
    null,
  ])
})
