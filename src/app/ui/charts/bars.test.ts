import { expect, test } from 'vitest'
import { truncateMiddle } from './bars.ts'

test('keeps sections of one road distinct when their names are cut', () => {
  expect(truncateMiddle('가온–솔빛 고속도로 제1공구', 9)).toBe('가온–솔…제1공구')
  expect(truncateMiddle('가온–솔빛 고속도로 제2공구', 9)).toBe('가온–솔…제2공구')
})

test('does not cut a name that fits', () => {
  expect(truncateMiddle('누리천 정비 2차', 9)).toBe('누리천 정비 2차')
})
