import { expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { receivablesBySection } from './deposit-receivables.ts'

function claimed(business_section: string, cost_request_at: string | null, fields: Partial<DepositCaseRecord> = {}) {
  const empty = { fees: 100, fees_vat: 10, proof: null, tax: null, stamp: null, deposit_at: null }
  return { business_section, cost_request_at, ...empty, ...fields } as DepositCaseRecord
}

test('claims without a payment stand under their section by age; claims not made and claims paid do not', () => {
  const rows = [
    claimed('나', '2026-11-21'),
    claimed('나', '2026-10-22', { tax: 5 }),
    claimed('나', '2026-10-21'),
    claimed('나', '2026-09-22'),
    claimed('나', '2026-09-21'),
    claimed('나', '2026-08-23'),
    claimed('나', '2026-08-22'),
    claimed('가', '2027-01-01', { fees: null, fees_vat: null }),
    claimed('나', null),
    claimed('나', '2026-08-22', { deposit_at: '2026-09-01' }),
  ]
  expect(receivablesBySection(rows, '2026-11-21')).toEqual([
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
