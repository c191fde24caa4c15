import { expect, test } from 'vitest'
import { formatDayInWords, formatLegalAmount, formatWonInHangul, joinFirstAndOthers } from './document-texts.ts'

test.each([
  [0, '금영원정'],
  [6000, '금육천원정'],
  [10_000, '금일만원정'],
  [110_010, '금일십일만일십원정'],
  [1_234_000, '금일백이십삼만사천원정'],
  [100_000_000, '금일억원정'],
  [4_812_345_670, '금사십팔억일천이백삼십사만오천육백칠십원정'],
  [1_000_000_000_001, '금일조일원정'],
  [-7200, '금마이너스칠천이백원정'],
])('%d won is written %s', (amount, text) => {
  expect(formatWonInHangul(amount)).toBe(text)
})

test('writes days, amounts and names as filings do, and leaves room for missing ones', () => {
  expect(formatDayInWords('2026-03-02')).toBe('2026년 3월 2일')
  expect(formatDayInWords(null)).toBe('')
  expect(formatLegalAmount(1_234_000)).toBe('금 1,234,000원')
  expect(formatLegalAmount(null)).toMatch(/^금 {20}원$/)
  expect(joinFirstAndOthers(['김가온'])).toBe('김가온')
  expect(joinFirstAndOthers(['김가온', '박새론', '이든'])).toBe('김가온 외 2명')
  expect(joinFirstAndOthers([])).toBe('')
})
