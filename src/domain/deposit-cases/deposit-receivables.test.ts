import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { Filter } from '#contract/records/query.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { sumCosts } from './cost-summary.ts'
import { createReceivableFilters, receivableAges, summarizeReceivables } from './deposit-receivables.ts'

function makeClaim(business_section: string, cost_request_at: string | null, fields: Partial<DepositCaseRecord> = {}) {
  const empty = { fees: 100, fees_vat: 10, proof: null, tax: null, stamp: null, deposit_at: null }
  return { business_section, cost_request_at, ...empty, ...fields } as DepositCaseRecord
}

test('lists unpaid claims by project and age, and neither paid nor unclaimed cases', () => {
  const rows = [
    makeClaim('나', '2026-11-21'),
    makeClaim('나', '2026-10-22', { tax: 5 }),
    makeClaim('나', '2026-10-21'),
    makeClaim('나', '2026-09-22'),
    makeClaim('나', '2026-09-21'),
    makeClaim('나', '2026-08-23'),
    makeClaim('나', '2026-08-22'),
    makeClaim('가', '2027-01-01', { fees: null, fees_vat: null }),
    makeClaim('나', null),
    makeClaim('나', '2026-08-22', { deposit_at: '2026-09-01' }),
  ]
  expect(summarizeReceivables(rows, '2026-11-21')).toEqual([
    {
      business_section: '가',
      count: 1,
      sum: 0,
      ages: [
        { count: 1, sum: 0 },
        { count: 0, sum: 0 },
        { count: 0, sum: 0 },
        { count: 0, sum: 0 },
      ],
    },
    {
      business_section: '나',
      count: 7,
      sum: 775,
      ages: [
        { count: 2, sum: 225 },
        { count: 2, sum: 220 },
        { count: 2, sum: 220 },
        { count: 1, sum: 110 },
      ],
    },
  ])
})

test('each figure and the list it opens contain the same cases, to the won', () => {
  const today = '2026-11-21'
  const day = fc.integer({ min: -120, max: 5 }).map((days) => addDays(today, days))
  const rows = fc.array(
    fc.record({
      business_section: fc.constantFrom('가', '가 ', '나'),
      cost_request_at: fc.option(day),
      deposit_at: fc.option(day, { freq: 3 }),
      fees: fc.option(fc.nat()),
      fees_vat: fc.constant(null),
      proof: fc.nat(),
      tax: fc.nat(),
      stamp: fc.nat(),
    }),
  )
  fc.assert(
    fc.property(rows, (cases) => {
      for (const { business_section: project, count, sum, ages } of summarizeReceivables(cases, today)) {
        expect(filterCases(createReceivableFilters({ project }, today), cases)).toEqual({ count, sum })
        for (const age of receivableAges.keys())
          expect(filterCases(createReceivableFilters({ project, age }, today), cases)).toEqual(ages[age])
      }
    }),
  )
})

function filterCases(filters: readonly Filter[], cases: readonly Parameters<typeof sumCosts>[0][]) {
  const found = cases.filter((depositCase) =>
    filters.every((filter) => matchesFilter(filter, Reflect.get(depositCase, filter.field))),
  )
  return { count: found.length, sum: found.reduce((sum, depositCase) => sum + sumCosts(depositCase), 0) }
}

function matchesFilter(filter: Filter, value: string | null): boolean {
  if (filter.op === 'equals') return value === filter.value
  if (filter.op !== 'between') throw new Error(filter.op)
  return value !== null && value >= String(filter.from ?? '') && value <= String(filter.to ?? '9999')
}
