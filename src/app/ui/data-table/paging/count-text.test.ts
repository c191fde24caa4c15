import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test('shows an exact number, or that there are more', () => {
  expect(countText(9_999)).toEqual({ number: '9,999', unit: '건' })
  expect(countText(10_000, { isAtLeast: true })).toEqual({ number: '1만', unit: ' 건 이상' })
  expect(countText(10_002, { isAtLeast: true, unit: '개' })).toEqual({ number: '10,002', unit: ' 개 이상' })
})
