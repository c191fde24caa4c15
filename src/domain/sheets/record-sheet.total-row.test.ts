import { expect, test } from 'vitest'
import { isTotalRow } from './record-sheet.ts'

test.each([
  [['합계', null]],
  [[null, '소 계', null]],
  [['서울', '소계', null]],
  [['합계금액', null]],
  [['총합계', null]],
  [['총액', null]],
  [['2월 계', null]],
  [['1/4분기 소계', null]],
  [['평균', null]],
  [['전체', null]],
  [['[합 계]', '']],
  [['GRAND TOTAL', null]],
  [['Sub Total', null]],
  [['총 12건', null]],
  [[null, '1월 월계', '1,200건', null]],
])('%j is a total row', (texts) => {
  expect(isTotalRow(texts)).toBe(true)
})

test.each([
  [['김합계', '소유권이전']],
  [['김일계', null]],
  [['계룡시', null]],
  [['전체회의', null]],
  [['가온건설', '합계', '비고 있음']],
  [['가온건설', '합계', '사건']],
  [[null, null]],
])('%j is a data row', (texts) => {
  expect(isTotalRow(texts)).toBe(false)
})
