import { expect, test } from 'vitest'
import { formatOpeningHours, formatScrivener, proposeOfficeMarks, withParticle } from './office-texts.ts'

test.each([
  ['온결 법무사사무소', '온결 법무사사무소는', '온결 법무사사무소가'],
  ['법무사법인 가온', '법무사법인 가온은', '법무사법인 가온이'],
  ['법무사 김가온 사무소(본점)', '법무사 김가온 사무소(본점)은', '법무사 김가온 사무소(본점)이'],
  ['ABC', 'ABC는', 'ABC가'],
])('%s gets the particle of its last letter', (name, topic, subject) => {
  expect([withParticle(name, '은/는'), withParticle(name, '이/가')]).toEqual([topic, subject])
})

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
