import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'

const broken = (text: string, width: number) => breakLines(text, width, (part) => Array.from(part).length)

test('a line ends at a blank, a word that is longer than a line anywhere, but never within the mark of a company', () => {
  expect(broken('가온 부동산신탁', 6)).toEqual(['가온', '부동산신탁'])
  expect(broken('가온부동산신탁', 5)).toEqual(['가온부동산', '신탁'])
  expect(broken('가온부동산신탁(주)', 8)).toEqual(['가온부동산신탁', '(주)'])
  expect(broken('해든농업회사법인(주)', 9)).toEqual(['해든농업회사법인', '(주)'])
  expect(broken('가온해든주식회사', 6)).toEqual(['가온해든', '주식회사'])
})

test('a mark that is longer than a line is broken as other words are', () => {
  expect(broken('가주식회사', 2)).toEqual(['가주', '식회', '사'])
})
