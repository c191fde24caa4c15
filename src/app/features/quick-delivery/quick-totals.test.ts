import { expect, test } from 'vitest'
import { computeDeliveryTotals } from '#domain/quick-delivery/quick-balance.ts'
import { describeAllRecords, describeFound } from './quick-totals.ts'

const rides = [
  { status: 'delivery', amount: 11_300 },
  { status: 'delivery', amount: null },
]
const topUp = { status: 'balance_add', amount: 500_000 }

test('gives the sums of what a search finds, rides and top-ups apart', () => {
  expect(describeFound(computeDeliveryTotals(rides))).toBe('찾은 2건: 배송 2건 사용액 11,300원')
  expect(describeFound(computeDeliveryTotals([...rides, topUp]))).toBe(
    '찾은 3건: 배송 2건 사용액 11,300원 · 충전 1건 충전액 500,000원',
  )
})

test('marks the totals of all records on the print of a part of them', () => {
  const balance = computeDeliveryTotals([...rides, topUp])
  expect(describeAllRecords(balance, true)).toBe('사용 가능 잔액 488,700원 · 총 충전액 500,000원 · 총 사용액 11,300원')
  expect(describeAllRecords(balance, false)).toMatch(/^전체 기록: 사용 가능 잔액 488,700원/)
})
