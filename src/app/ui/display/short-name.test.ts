import { expect, test } from 'vitest'
import { findNameEnd } from './short-name.tsx'

test.each([
  ['가온–솔빛 고속도로 제1공구', '제1공구'],
  ['누리천 정비 2차', '2차'],
  ['솔빛마을 101동 1203호', '101동 1203호'],
  ['해든신도시주택재개발제2공구', '제2공구'],
  ['달빛지구 B-2블록 상가', 'B-2블록 상가'],
  ['가온동 도로 확장', '확장'],
])('of %s, keeps %s visible', (name, end) => {
  expect(findNameEnd(name)).toBe(end)
})

test('keeps no end of a single word, or of a name whose end is too long', () => {
  expect(['솔빛마을', '', '2차', '아주긴이름이하나의낱말로되어있는사업구간'].map(findNameEnd)).toEqual(['', '', '', ''])
})
