import { expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { deadlinesWithin } from './deposit-deadlines.ts'

function due(id: string, expropriated_at: string | null, fields: Partial<DepositCaseRecord> = {}) {
  return { id, expropriated_at, deposit_number: null, status: 'pending', ...fields } as DepositCaseRecord
}

test('수용개시일 within the days ahead or past stand in the banner, the most urgent first', () => {
  const rows = [
    due('last day', '2026-12-05'),
    due('too far', '2026-12-06'),
    due('b today', '2026-11-21'),
    due('a today', '2026-11-21', { status: null }),
    due('overdue', '2026-10-01'),
    due('none', null),
  ]
  expect(deadlinesWithin(rows, '2026-11-21', 14).map(({ id }) => id)).toEqual([
    'overdue',
    'a today',
    'b today',
    'last day',
  ])
})

test.each([{ deposit_number: '2026금123' }, { status: 'completed' }, { status: 'cancelled' }])(
  'a case with %j has nothing to miss',
  (fields) => {
    expect(deadlinesWithin([due('x', '2026-11-21', fields)], '2026-11-21', 14)).toEqual([])
  },
)
