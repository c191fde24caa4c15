import { expect, test } from 'vitest'
import { formatOpeningHours, formatScrivener, proposeOfficeMarks } from './office-texts.ts'

test('a scrivener signs with the title', () => {
  expect(formatScrivener({ scrivener_title: '대표법무사', scrivener: '한온결' })).toBe('대표법무사 한온결')
})

test.each([
  ['평일 09:00–18:00', '평일 09:00–18:00 (토·일·공휴일 휴무)'],
  ['평일 09:00–18:00, 토요일 10:00–13:00', '평일 09:00–18:00, 토요일 10:00–13:00'],
  ['예약제', '예약제'],
])('shows %s as %s', (hours, shown) => {
  expect(formatOpeningHours(hours)).toBe(shown)
})

test.each([
  ['온결 법무사사무소', '온결법무', '온결'],
  ['법무사법인 가온', '가온법무', '가온'],
  ['법무사 김가온 사무소(본점)', '김가온법무', '김가'],
  ['ABC', 'ABC법무', ''],
  ['법무사', '', ''],
])('%s proposes the prefix of letter numbers and the letters of the stamp', (name, mark, seal) => {
  expect(proposeOfficeMarks(name)).toEqual({ letter_mark: mark, seal_letters: seal })
})
