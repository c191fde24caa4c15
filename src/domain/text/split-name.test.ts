import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

/** The parts of a name; the one in brackets is always visible. */
function markParts(name: string): string {
  const { wordStart, keyStart, keyEnd } = splitName(name)
  const key = keyStart === keyEnd ? '' : `[${name.slice(keyStart, keyEnd)}]`
  const parts = [name.slice(0, wordStart), name.slice(wordStart, keyStart), key, name.slice(keyEnd)]
  return parts.filter((part) => part !== '').join('|')
}

test.each([
  '가온–솔빛 고속도로 |[제1공구]',
  '누리천 정비 |[2차]',
  '해든신도시주택재개발|[제2공구]',
  '달빛지구 |[B-2블록 상가]',
  '가온동 도로 |[확장]',
  '국도 |[3호선 확장]',
])('keeps the end of a name: %s', (parts) => {
  expect(markParts(unmark(parts))).toBe(parts)
})

test.each([
  '가람도 솔빛시 해든구 |별빛동 |[1-19]',
  '가람도 솔빛시 해든구 |별빛동 |[1-19]| 도로',
  '누리군 하늘면 |달맞이리 |[120-13]| 임야 1,204㎡',
  '누리군 하늘면 |별빛리 |[산 12-3]| 임야 1,204㎡',
  '누리군 하늘면 |별빛리 |[산12-3번지]',
  '가람도 솔빛시 해든구 |달빛로 |[1]',
  '가람도 솔빛시 해든구 |종로1가 |[12]|, 13',
])('keeps the whole lot number of an address: %s', (parts) => {
  expect(markParts(unmark(parts))).toBe(parts)
})

test.each([
  '솔빛마을 |[101동 1203호]',
  '가람도 솔빛시 해든구 여울강변로 |12, |[101동 1203호]| (달빛동, 솔빛더하임)',
  '가람도 솔빛시 해든구 달빛로 7, |지하1층 |[B101호]| (달빛동, 달빛스퀘어)',
  '가람도 솔빛시 달빛로 |7 |[가동 302호]| 외 2필지',
])('keeps 동·호 of an address whole: %s', (parts) => {
  expect(markParts(unmark(parts))).toBe(parts)
})

test('a bracket that closes after the kept part stays with it', () => {
  const parts = '윤새론 차장 · |수용재결분(|[2026-03)]'
  expect(markParts(unmark(parts))).toBe(parts)
})

test('does not keep the end of a single word, or an end that is too long', () => {
  const names = ['솔빛마을', '2차', '1-19', '아주긴이름이하나의낱말로되어있는사업구간', '해든대로12길']
  expect(['', ...names].map(markParts)).toEqual(['', ...names])
})

function unmark(parts: string): string {
  return parts.replaceAll(/[|[\]]/g, '')
}
