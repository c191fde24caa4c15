import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant } from '#contract/records/values.ts'
import { generateLedgers } from '#tests/support/books/quick-ledgers.ts'
import {
  compareInLedger,
  computeBalance,
  computeBalanceEffect,
  computeDeliveryFigures,
  computeRunningBalances,
} from './quick-balance.ts'

const formatMinute = (minute: number) => formatInstant(Date.UTC(2026, 10, 21, 1, minute))

test('the available balance is top-ups minus charges', () => {
  const rows = [
    { status: 'balance_add', amount: 100_000 },
    { status: 'delivery', amount: 12_300 },
    { status: 'delivery', amount: null },
    { status: null, amount: 700 },
  ]
  expect(computeBalance(rows)).toEqual({ total_balance: 100_000, total_amount: 13_000, available_balance: 87_000 })
  expect(computeBalance([])).toEqual({ total_balance: 0, total_amount: 0, available_balance: 0 })
})

test('the running balance follows the moments, and ids for equal moments', () => {
  const balances = computeRunningBalances([
    { id: 'c', status: 'delivery', amount: 500, created_at: formatMinute(2) },
    { id: 'b', status: 'delivery', amount: 300, created_at: formatMinute(1) },
    { id: 'a', status: 'balance_add', amount: 1000, created_at: formatMinute(1) },
  ])
  expect([...balances]).toEqual([
    ['a', 1000],
    ['b', 700],
    ['c', 200],
  ])
})

test('a ride added later for an earlier day lowers every balance after it', () => {
  const first = { id: 'a', status: 'balance_add', amount: 10_000, created_at: formatMinute(0) }
  const last = { id: 'b', status: 'delivery', amount: 1000, created_at: formatMinute(30) }
  const late = { id: 'z', status: 'delivery', amount: 2500, created_at: formatMinute(10) }
  expect(Object.fromEntries(computeRunningBalances([first, last, late]))).toEqual({ a: 10_000, z: 7500, b: 6500 })
})

test('the last running balance equals the available balance for any order of rows', () => {
  fc.assert(
    fc.property(generateLedgers(30), (rows) => {
      const running = computeRunningBalances(rows)
      const inOrder = rows.toSorted(compareInLedger)
      inOrder.forEach((row, index) => {
        const before = running.get(inOrder[index - 1]?.id ?? '') ?? 0
        expect(running.get(row.id)).toBe(before + computeBalanceEffect(row))
      })
      expect(running.get(inOrder.at(-1)?.id ?? '') ?? 0).toBe(computeBalance(rows).available_balance)
      expect(computeRunningBalances(rows.toReversed())).toEqual(running)
    }),
  )
})

test('figures are right when one row object is reused', () => {
  fc.assert(
    fc.property(generateLedgers(30), (rows) => {
      const ids = rows.slice(0, 3).map(({ id }) => id)
      expect(computeDeliveryFigures(yieldSameObject(rows), { ids })).toEqual(computeDeliveryFigures(rows, { ids }))
    }),
  )
})

function* yieldSameObject<T extends object>(rows: readonly T[]): Generator<T> {
  const shared = {} as T
  for (const row of rows) yield Object.assign(shared, row)
}

test('figures cover only the records on the screen, without deleted ones', () => {
  const rows = [
    { id: 'a', status: 'balance_add', amount: 5000, created_at: formatMinute(0) },
    { id: 'b', status: 'delivery', amount: 800, created_at: formatMinute(1) },
  ]
  expect(computeDeliveryFigures(rows, { ids: ['b', 'gone'] })).toEqual({
    total_balance: 5000,
    total_amount: 800,
    available_balance: 4200,
    topUps: 1,
    deliveries: 1,
    running: { b: 4200 },
  })
})
