import { expect, test } from 'vitest'
import { toInstant, toInstantBounds } from '#domain/dates/office-moment.ts'
import { computeCardShares, type CountedUse, sumByMonth, sumByPurpose } from './card-usage.ts'

function use(day: string, pay: string | null, purpose: string | null): CountedUse {
  return { created_at: toInstant(day, '12:00'), pay, purpose }
}

const uses = [
  use('2026-10-31', '9000', '점심'),
  use('2026-11-01', '10000', 'lunch'),
  use('2026-11-02', '20,000', '저녁'),
  use('2026-11-30', '70000', null),
  use('2026-11-30', '확인 중', '저녁'),
  use('2026-12-01', '500', '주유'),
]
const november = toInstantBounds('2026-11-01', '2026-11-30')
const everything = { from: null, to: null }

test('sums only the requested days, and counts an amount that is no integer as 0', () => {
  expect(sumByPurpose(uses, november)).toEqual({
    count: 4,
    total: 100_000,
    byPurpose: { 점심: 10_000, 저녁: 20_000, 기타: 70_000 },
  })
  expect(sumByPurpose(uses, everything).total).toBe(109_500)
})

test('totals are right when one object is reused for every row', () => {
  function* yieldSameRow() {
    const row = { created_at: '', pay: null as string | null, purpose: null as string | null }
    for (const cardUse of uses) yield Object.assign(row, cardUse)
  }
  expect(sumByPurpose(yieldSameRow(), november)).toEqual(sumByPurpose(uses, november))
})

test('shares are whole percents that add up to 100, and 0 without spending', () => {
  expect(computeCardShares(sumByPurpose(uses, november))).toEqual({ 점심: 10, 저녁: 20, 기타: 70 })
  const thirds = ['점심', '저녁', '기타'].map((purpose) => use('2026-11-01', '1', purpose))
  expect(computeCardShares(sumByPurpose(thirds, everything))).toEqual({ 점심: 34, 저녁: 33, 기타: 33 })
  const halves = [use('2026-11-01', '255', '점심'), use('2026-11-01', '120', '저녁'), use('2026-11-01', '625', '')]
  expect(computeCardShares(sumByPurpose(halves, everything))).toEqual({ 점심: 26, 저녁: 12, 기타: 62 })
  const refund = use('2026-11-01', '-900', '저녁')
  expect(computeCardShares(sumByPurpose([...thirds, refund], everything))).toEqual({ 점심: 50, 저녁: 0, 기타: 50 })
  expect(computeCardShares(sumByPurpose([], everything))).toEqual({ 점심: 0, 저녁: 0, 기타: 0 })
  expect(computeCardShares(sumByPurpose([use('2026-11-01', '-500', '점심')], everything))).toEqual({
    점심: 0,
    저녁: 0,
    기타: 0,
  })
})

test('every month between first and last has its sums by purpose', () => {
  expect(sumByMonth(uses, { first: '2026-11', last: '2027-01' })).toEqual([
    { month: '2026-11', byPurpose: { 점심: 10_000, 저녁: 20_000, 기타: 70_000 } },
    { month: '2026-12', byPurpose: { 점심: 0, 저녁: 0, 기타: 500 } },
    { month: '2027-01', byPurpose: { 점심: 0, 저녁: 0, 기타: 0 } },
  ])
})

test('an open end is the first or last month with a use', () => {
  const listMonths = (first: string, last: string) => sumByMonth(uses, { first, last }).map(({ month }) => month)
  expect(listMonths('', '')).toEqual(['2026-10', '2026-11', '2026-12'])
  expect(listMonths('2026-11', '')).toEqual(['2026-11', '2026-12'])
  expect(listMonths('', '2026-11')).toEqual(['2026-10', '2026-11'])
  expect(sumByMonth([], { first: '', last: '' })).toEqual([])
  expect(sumByMonth([], { first: '2026-11', last: '' }).map(({ month }) => month)).toEqual(['2026-11'])
})

test('a use shortly after midnight belongs to the month in Seoul, not in UTC', () => {
  const night: CountedUse = { created_at: toInstant('2026-12-01', '00:30'), pay: '100', purpose: null }
  expect(night.created_at.startsWith('2026-11-30')).toBe(true)
  expect(sumByMonth([night], { first: '2026-11', last: '2026-12' }).map(({ byPurpose }) => byPurpose.기타)).toEqual([
    0, 100,
  ])
})
