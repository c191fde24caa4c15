import { expect, test } from 'vitest'
import { createMatchFinder } from '#domain/text/match-ranges.ts'
import { shortenAroundMatches } from './shorten-around-matches.ts'

const address = '가온 솔빛 고속도로 · 가온특별자치도 솔빛시 해오름구 달빛동 173번지 한들마을 106동 1604호'

function shorten(query: string, maxLength: number) {
  return shortenAroundMatches(address, createMatchFinder(query)?.(address) ?? [], maxLength)
}

test('keeps a text whose matches are within the length', () => {
  expect(shorten('고속도로', 40).text).toBe(address)
  expect(shorten('없는말', 40).text).toBe(address)
})

test('leaves out what is before and between the matches, so that all of them are seen', () => {
  const { text, matches } = shorten('달빛동 1604', 40)
  expect(text).toBe('… 해오름구 달빛동 173번지… 106동 1604호')
  expect(matches.map(([from, to]) => text.slice(from, to))).toEqual(['달빛동', '1604'])
})
