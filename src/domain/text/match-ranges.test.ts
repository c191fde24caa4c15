import { expect, test } from 'vitest'
import { createMatchFinder } from './match-ranges.ts'

function markMatches(query: string, text: string): string {
  let shown = ''
  let at = 0
  for (const [from, to] of createMatchFinder(query)?.(text) ?? []) {
    shown += `${text.slice(at, from)}[${text.slice(from, to)}]`
    at = to
  }
  return shown + text.slice(at)
}

test('marks every occurrence of what was typed, each word separately', () => {
  expect(markMatches('가온', '가온동 북가온')).toBe('[가온]동 북[가온]')
  expect(markMatches('가온 2', '가온 2차')).toBe('[가온] [2]차')
  expect(markMatches('kim', 'Kim Kim')).toBe('[Kim] [Kim]')
  expect(markMatches('없다', '가온')).toBe('가온')
})

test('초성 mark the syllables that begin with them, including those the keyboard joined', () => {
  expect(markMatches('ㄱㅇ', '북가온 지구')).toBe('북[가온] 지구')
  expect(markMatches('ㅄㄹ', '박새론')).toBe('[박새론]')
})

test('a half-typed syllable marks what it can become, and the wrong layout what was meant', () => {
  expect(markMatches('솔비', '솔빛마을')).toBe('[솔빛]마을')
  expect(markMatches('rkdhs', '가온')).toBe('[가온]')
})

test('merges overlapping marks', () => {
  expect(markMatches('가온 온동', '가온동')).toBe('[가온동]')
})

test('a company form does not shift marks', () => {
  expect(markMatches('가온', '주식회사 가온')).toBe('주식회사 [가온]')
  expect(markMatches('(주)가온', '㈜가온')).toBe('㈜가온')
})

test('an empty search marks nothing', () => {
  expect(createMatchFinder('  ')).toBeNull()
})
