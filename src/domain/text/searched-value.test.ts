import { expect, test } from 'vitest'
import { readSearchedValue } from './searched-value.ts'

test.each([
  ['309,000', 309_000],
  ['309000원', 309_000],
  ['15만', 150_000],
  ['2026.12.20', '2026-12-20'],
  ['2026-12-20', '2026-12-20'],
  ['20261220', '2026-12-20'],
  ['26. 12. 20.', '2026-12-20'],
  ['12/20', '2026-12-20'],
  ['12월 20일', '2026-12-20'],
])('%s is read as %s', (text, value) => {
  expect(readSearchedValue(text, '2026-11-29')?.value).toBe(value)
})

test.each(['', '101', '402-26', '12-20', '13/40', '101동 1203호', '2026카단10', '02-123-4567', '김가온'])(
  '%s is neither an amount nor a day',
  (text) => {
    expect(readSearchedValue(text, '2026-11-29')).toBeNull()
  },
)
