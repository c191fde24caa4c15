import { expect, test } from 'vitest'
import { addAmount, formatTypedAmount, stepAmount } from './amount-field.tsx'

test('steps with the arrow keys, from an odd amount to the next step', () => {
  expect(stepAmount('', { step: 100, by: 1 })).toBe('100')
  expect(stepAmount('12,340', { step: 100, by: 1 })).toBe('12,400')
  expect(stepAmount('12,340', { step: 100, by: -1 })).toBe('12,300')
  expect(stepAmount('0', { step: 1000, by: -1 })).toBe('0')
  expect(stepAmount('1만', { step: 1000, by: 1 })).toBe('11,000')
})

test('shows a typed amount in full and leaves other text as typed', () => {
  expect(formatTypedAmount('12000원')).toBe('12,000')
  expect(formatTypedAmount('38만')).toBe('380,000')
  expect(formatTypedAmount('많이')).toBe('많이')
  expect(formatTypedAmount('')).toBe('')
})

test('adds an amount to the typed one', () => {
  expect(addAmount('5만', 10_000)).toBe('60,000')
  expect(addAmount('', 10_000)).toBe('10,000')
  expect(addAmount('많이', 10_000)).toBe('10,000')
})
