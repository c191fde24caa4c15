import { describe, expect, test } from 'vitest'
import { parseAmount, parsePurpose, resolveStoredPay, resolveStoredPurpose } from './card-usage.ts'

describe('purpose of a card use', () => {
  test.each([
    ['점심', '점심'],
    ['직원 점심식사', '점심'],
    ['lunch', '점심'],
    ['Team LUNCH', '점심'],
    ['저녁', '저녁'],
    ['야근 저녁', '저녁'],
    ['Dinner', '저녁'],
    ['점심 및 저녁', '점심'],
    ['점심'.normalize('NFD'), '점심'],
    ['기타', '기타'],
    ['주유', '기타'],
    ['점 심', '기타'],
    ['lun ch', '기타'],
    ['   ', '기타'],
    ['', '기타'],
    [null, '기타'],
  ])('%j is %s', (received, purpose) => expect(parsePurpose(received)).toBe(purpose))

  test('keeps the received text until another purpose is chosen', () => {
    expect(resolveStoredPurpose('점심', 'Team lunch')).toBe('Team lunch')
    expect(resolveStoredPurpose('기타', null)).toBeNull()
    expect(resolveStoredPurpose('저녁', 'Team lunch')).toBe('저녁')
  })
})

describe('amount of a card use', () => {
  test.each([
    ['12000', 12_000],
    [' 12000 ', 12_000],
    ['12,000', 12_000],
    ['12,000원', 12_000],
    ['-12000', -12_000],
    ['0', 0],
    ['12000.5', 0],
    ['12k', 0],
    ['삼만원', 0],
    ['1e4', 0],
    ['NaN', 0],
    ['Infinity', 0],
    ['1234567890123456', 0],
    ['', 0],
    [null, 0],
  ])('%j is %i won', (received, amount) => expect(parseAmount(received)).toBe(amount))

  test('keeps the received text until another amount is entered', () => {
    expect(resolveStoredPay(12_000, '12,000원')).toBe('12,000원')
    expect(resolveStoredPay(0, '확인 중')).toBe('확인 중')
    expect(resolveStoredPay(13_000, '12,000원')).toBe('13000')
    expect(resolveStoredPay(0, null)).toBe('0')
  })
})
