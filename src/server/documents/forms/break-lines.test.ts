import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'

const breakByLetters = (text: string, width: number) => breakLines(text, width, (part) => Array.from(part).length)

test('breaks at blanks, breaks a word longer than a line anywhere, and never breaks a company’s mark', () => {
  expect(breakByLetters('가온 부동산신탁', 6)).toEqual(['가온', '부동산신탁'])
  expect(breakByLetters('가온부동산신탁', 5)).toEqual(['가온부동산', '신탁'])
  expect(breakByLetters('가온부동산신탁(주)', 8)).toEqual(['가온부동산신탁', '(주)'])
  expect(breakByLetters('해든농업회사법인(주)', 9)).toEqual(['해든농업회사법인', '(주)'])
  expect(breakByLetters('가온해든주식회사', 6)).toEqual(['가온해든', '주식회사'])
})

test('a mark longer than a line is broken like other words', () => {
  expect(breakByLetters('가주식회사', 2)).toEqual(['가주', '식회', '사'])
})
