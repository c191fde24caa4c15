import { expect, test } from 'vitest'
import type { Values } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import { findDeadlines } from './deadlines.ts'

const today = '2026-11-21'

function deadlinesIn(book: 'deposit-cases' | 'real-estate', rows: readonly (Values & { id: string })[]) {
  const { deadline } = bookRules[book]
  if (!deadline) throw new Error(`${book} has no deadline`)
  return findDeadlines(rows, deadline, today)
}

function createDeposit(id: string, expropriatedAt: string | null, fields: Values = {}) {
  return { id, expropriated_at: expropriatedAt, deposit_number: null, status: 'pending', ...fields }
}

function createFiling(id: string, regiDate: string | null, fields: Values = {}) {
  return { id, regi_date: regiDate, created_at: null, registrated_at: null, ...fields }
}

test('the banner lists past and upcoming 수용개시일, most urgent first', () => {
  const { first, ...counts } = deadlinesIn('deposit-cases', [
    createDeposit('last day', '2026-12-05'),
    createDeposit('too far', '2026-12-06'),
    createDeposit('b today', '2026-11-21'),
    createDeposit('a today', '2026-11-21', { status: null }),
    createDeposit('overdue', '2026-10-01', { owner_name: '김가온', fees: 1 }),
    createDeposit('none', null),
  ])
  expect(first.map(({ id }) => id)).toEqual(['overdue', 'a today', 'b today', 'last day'])
  expect(first[0]?.names).toEqual({ owner_name: '김가온', business_section: null, address: null })
  expect(counts).toEqual({ total: 4, overdue: 1 })
})

test.each([{ deposit_number: '2026금123' }, { status: 'completed' }, { status: 'cancelled' }])(
  'a deposit case with %j is not due',
  (fields) => {
    expect(deadlinesIn('deposit-cases', [createDeposit('x', '2026-11-21', fields)]).total).toBe(0)
  },
)

test('the banner lists past and upcoming 등기예정일 until the registration is filed', () => {
  const { first, overdue } = deadlinesIn('real-estate', [
    createFiling('last day', '2026-11-28'),
    createFiling('too far', '2026-11-29'),
    createFiling('yesterday', '2026-11-20'),
    createFiling('filed', '2026-11-20', { created_at: '2026-11-20' }),
    createFiling('registered', '2026-11-20', { registrated_at: '2026-11-21' }),
    createFiling('none', null),
  ])
  expect(first.map(({ id }) => id)).toEqual(['yesterday', 'last day'])
  expect(overdue).toBe(1)
})

test('names the most urgent of thousands and counts all', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => createFiling(String(index).padStart(4, '0'), '2026-01-02'))
  const { total, overdue, first } = deadlinesIn('real-estate', [...rows, createFiling('first', '2026-01-01')])
  expect({ total, overdue, named: first.length, first: first[0]?.id }).toEqual({
    total: 1001,
    overdue: 1001,
    named: 200,
    first: 'first',
  })
})
