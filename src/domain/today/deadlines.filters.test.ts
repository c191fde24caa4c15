import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { createDeadlineFilters, findDeadlines } from './deadlines.ts'

const today = '2026-11-25'
const day = fc.option(
  fc.integer({ min: -400, max: 60 }).map((days) => addDays(today, days)),
  { nil: null },
)
const records = {
  'deposit-cases': fc.record({
    expropriated_at: day,
    status: fc.constantFrom(null, 'pending', 'surveying', 'appraising', 'completed', 'on_hold', 'cancelled'),
    deposit_number: fc.option(fc.constant('2026금1'), { nil: null }),
  }),
  'real-estate': fc.record({ regi_date: day, created_at: day, registrated_at: day }),
}

test.each(['deposit-cases', 'real-estate'] as const)(
  '%s: the filters find the records that the banner counts',
  (book) => {
    const rule = bookRules[book].deadline
    if (!rule) throw new Error('this book has a deadline')
    const filters = createDeadlineFilters(book, { today, hasDays: false })
    fc.assert(
      fc.property(records[book] as fc.Arbitrary<Record<string, string | null>>, (record) => {
        const { total } = findDeadlines([{ id: '1', ...record }], rule, today)
        expect(filters.every((filter) => matchesFilter(record, filter))).toBe(total === 1)
      }),
    )
  },
)

test('a book without a deadline has nothing due', () => {
  expect(createDeadlineFilters('inquiries', { today, hasDays: false })).toEqual([])
})

function matchesFilter(record: Record<string, string | null>, filter: Filter): boolean {
  const value = record[filter.field] ?? null
  if (filter.op === 'equals') return value === filter.value
  if (filter.op === 'one_of') return filter.values.includes(value)
  if (filter.op !== 'between') throw new Error('no part of a text is due')
  return value !== null && value >= String(filter.from) && (filter.to === null || value <= String(filter.to))
}
