import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDate } from '#contract/records/values.ts'
import {
  clampDay,
  computeWeekday,
  type DayMove,
  findFirstWorkingDay,
  findNextWorkingDay,
  formatMonthTitle,
  formatSpokenDay,
  isWithin,
  listMonthWeeks,
  moveDay,
} from './calendar.ts'
import { addDays } from './office-date.ts'

const days = fc.integer({ min: 0, max: 110_000 }).map((after) => addDays('1900-01-01', after))
const moves: fc.Arbitrary<DayMove> = fc.oneof(
  fc.record({
    by: fc.integer({ min: -14, max: 14 }),
    unit: fc.constantFrom('day' as const, 'month' as const, 'year' as const),
  }),
  fc.record({ to: fc.constantFrom('week-start' as const, 'week-end' as const) }),
)

describe('weeks of a month', () => {
  test('begin on Sundays, continue day by day and contain every day of the month', () => {
    fc.assert(
      fc.property(days, (day) => {
        const weeks = listMonthWeeks(day)
        const all = weeks.flat()
        expect(all).toHaveLength(42)
        for (const week of weeks)
          expect(week.map((date) => new Date(`${date}T00:00:00Z`).getUTCDay())).toEqual([0, 1, 2, 3, 4, 5, 6])
        all.forEach((date, index) => expect(index === 0 ? date : addDays(all[index - 1] ?? '', 1)).toBe(date))
        const month = day.slice(0, 7)
        expect(weeks[0]).toContain(`${month}-01`)
        expect(all.filter((date) => date.startsWith(month)).at(-1)).toBe(findLastDay(month))
      }),
    )
  })
})

describe('a move', () => {
  test('leads to an existing day within the limits', () => {
    fc.assert(
      fc.property(days, fc.tuple(days, days), moves, (day, [bound, other], move) => {
        const limits = bound <= other ? { min: bound, max: other } : { min: other, max: bound }
        const moved = moveDay(clampDay(day, limits), move, limits)
        expect(isDate(moved)).toBe(true)
        expect(isWithin(moved, limits)).toBe(true)
      }),
    )
  })

  test('by months keeps the day, or takes the last day of a shorter month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -30, max: 30 }), (day, by) => {
        const moved = moveDay(day, { by, unit: 'month' })
        const countMonths = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(countMonths(moved) - countMonths(day)).toBe(by)
        expect(moved.slice(8) === day.slice(8) || moved === findLastDay(moved.slice(0, 7))).toBe(true)
      }),
    )
  })

  test('to the ends of the week stays in the week', () => {
    fc.assert(
      fc.property(days, (day) => {
        const [start, end] = [moveDay(day, { to: 'week-start' }), moveDay(day, { to: 'week-end' })]
        expect([computeWeekday(start), computeWeekday(end)]).toEqual([0, 6])
        expect(start <= day && day <= end && end === addDays(start, 6)).toBe(true)
      }),
    )
  })

  test('by a year from 29 February leads to the 28th', () => {
    expect(moveDay('2028-02-29', { by: 1, unit: 'year' })).toBe('2029-02-28')
  })

  test('stops at four-digit years', () => {
    expect(moveDay('9998-12-15', { by: 1, unit: 'month' })).toBe('9998-12-15')
    expect(moveDay('9998-12-31', { by: 1, unit: 'day' })).toBe('9998-12-31')
    expect(moveDay('1000-01-01', { by: -1, unit: 'year' })).toBe('1000-01-01')
  })
})

test('reads a day aloud in Korean form', () => {
  expect(formatSpokenDay('2026-11-25')).toBe('2026년 11월 25일 수요일')
  expect(formatMonthTitle('2026-02-01')).toBe('2026년 2월')
})

function findLastDay(month: string): string {
  for (let day = `${month}-31`; ; day = `${month}-${String(Number(day.slice(8)) - 1)}`) if (isDate(day)) return day
}

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-30'],
  ['2026-12-25', '2026-12-28'],
  ['2026-12-31', '2026-12-31'],
  ['2027-01-01', '2027-01-04'],
])('the first working day from %s on is %s', (day, first) => {
  expect(findFirstWorkingDay(day)).toBe(first)
})

test('the next working day is after weekends and holidays', () => {
  expect(findNextWorkingDay('2026-12-01')).toBe('2026-12-02')
  expect(findNextWorkingDay('2026-12-04')).toBe('2026-12-07')
  expect(findNextWorkingDay('2026-12-24')).toBe('2026-12-28')
  expect(findNextWorkingDay('2027-02-05')).toBe('2027-02-10')
})
