import { expect, test } from 'vitest'
import { findHolidayName, isWorkingDay } from './calendar.ts'
import { addDays } from './office-date.ts'

test.each([
  [
    '2025',
    '01-01 01-27 01-28 01-29 01-30 03-03 05-01 05-05 05-06 06-03 06-06 08-15 10-03 10-06 10-07 10-08 10-09 12-25',
  ],
  ['2026', '01-01 02-16 02-17 02-18 03-02 05-01 05-05 05-25 06-03 07-17 08-17 09-24 09-25 10-05 10-09 12-25'],
  ['2027', '01-01 02-08 02-09 03-01 05-03 05-05 05-13 07-19 08-16 09-14 09-15 09-16 10-04 10-11 12-27'],
  ['2028', '01-26 01-27 01-28 03-01 04-12 05-01 05-02 05-05 06-06 07-17 08-15 10-02 10-03 10-04 10-05 10-09 12-25'],
])('in %s these weekdays are no working days, including substitute holidays', (year, expected) => {
  const free: string[] = []
  for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !isWorkingDay(day)) free.push(day.slice(5))
  }
  expect(free.join(' ')).toBe(expected)
})

test('lunar holidays follow the calendar as computed in Seoul', () => {
  const lunar = new Intl.DateTimeFormat('en-u-ca-dangi', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
  const lunarHolidays: string[] = []
  for (let day = '2024-01-01'; day < '2036-01-01'; day = addDays(day, 1)) {
    if (['1/1', '4/8', '8/15'].includes(lunar.format(new Date(`${day}T00:00:00Z`)))) lunarHolidays.push(day)
  }
  expect(lunarHolidays).toHaveLength(36)
  expect(lunarHolidays.filter(isWorkingDay)).toEqual([])
})

test('weekends are no working days, an ordinary Monday is one', () => {
  expect(['2026-11-21', '2026-11-22', '2026-11-23'].map(isWorkingDay)).toEqual([false, false, true])
})

test.each([
  ['2026-10-03', '개천절'],
  ['2026-10-05', '대체공휴일(개천절)'],
  ['2026-09-24', '추석 연휴'],
  ['2026-09-25', '추석'],
  ['2025-05-05', '어린이날·부처님오신날'],
  ['2025-05-06', '대체공휴일(부처님오신날)'],
  ['2025-10-08', '대체공휴일(추석)'],
  ['2025-05-01', '근로자의 날'],
  ['2026-06-03', '지방선거일'],
  ['2022-05-02', null],
  ['2021-05-03', null],
  ['2032-05-03', '대체공휴일(노동절)'],
  ['2033-05-02', '대체공휴일(노동절)'],
  ['2032-07-19', '대체공휴일(제헌절)'],
  ['2033-12-26', '대체공휴일(성탄절)'],
  ['2029-05-21', '대체공휴일(부처님오신날)'],
  ['2030-02-05', '대체공휴일(설날)'],
  ['2030-06-12', '지방선거일'],
  ['2026-11-25', null],
  ['2026-11-22', null],
])('%s is named %s', (day, name) => {
  expect(findHolidayName(day)).toBe(name)
})

test('regular elections are on the Wednesday the law names, away from other holidays', () => {
  const elections = [
    ['2028-05-29', 50, '2028-04-12'],
    ['2030-06-03', 70, '2030-03-27'],
    ['2030-06-30', 30, '2030-06-12'],
    ['2032-05-29', 50, '2032-04-14'],
  ] as const
  for (const [termEnds, before, expected] of elections) {
    let day = addDays(termEnds, -before)
    const isNextToHoliday = () =>
      [-1, 0, 1].some((offset) => findHolidayName(addDays(day, offset)) !== null && addDays(day, offset) !== expected)
    while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 3 || isNextToHoliday()) day = addDays(day, 1)
    expect(day).toBe(expected)
    expect(isWorkingDay(day)).toBe(false)
  }
})
