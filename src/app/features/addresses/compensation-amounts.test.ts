import { expect, test } from 'vitest'
import { formatCompensationHint, formatTotal } from './compensation-amounts.ts'

const land = { lot: '1-1', taken_area: '1,901.77', unit_price: '797,000', compensation: '' }

test('shows the product of typed 편입면적 and 단가 until 보상액 holds it', () => {
  expect(formatCompensationHint('compensation', land)).toBe('편입면적 × 단가 1,515,710,690원')
  expect(formatCompensationHint('compensation', { ...land, compensation: '1,515,710,690' })).toBeUndefined()
  expect(formatCompensationHint('compensation', { ...land, taken_area: '반쯤' })).toBeUndefined()
  expect(formatCompensationHint('unit_price', land)).toBeUndefined()
})

test('sums the amounts of lands and counts those without one', () => {
  const lands = [land, { lot: '2', taken_area: '', unit_price: '', compensation: '90만' }].map((texts, index) => ({
    id: String(index),
    texts,
  }))
  expect(formatTotal(lands)).toBe('보상액 합계 1,516,610,690원')
  expect(formatTotal([...lands, { id: '3', texts: {} }])).toBe('보상액 합계 1,516,610,690원 (금액이 없는 1건 제외)')
  expect(formatTotal([])).toBeNull()
})
