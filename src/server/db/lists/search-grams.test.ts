import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { listGrams, listNeededGrams } from './search-grams.ts'

function isFoundByIndex(word: string, text: string): boolean {
  const needed = listNeededGrams(word)
  const grams = new Set(listGrams(text))
  return (
    needed === null ||
    needed.some(
      ({ all, some }) =>
        all.every((gram) => grams.has(gram)) && (some.length === 0 || some.some((gram) => grams.has(gram))),
    )
  )
}

const syllable = fc.oneof(
  fc.constantFrom(...'가각간김나솔빛비구동ㄱㅅㅂㄳㅄab12-(\u0001'),
  fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code)),
)
const word = fc.array(syllable, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

test('the index never hides a row that the search finds', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 4 }), word, (query, neighbors, inside) => {
      for (const text of [buildSearchText([...neighbors, `${inside}${query}`]), buildSearchText(neighbors)]) {
        fc.pre(matchesSearch(text, compileSearch(query)))
        expect(isFoundByIndex(query, text)).toBe(true)
      }
    }),
    { numRuns: countPropertyRuns(2000) },
  )
})

const queries = [
  '가온',
  '김가온',
  'ㄱㄱㅇ',
  'ㅄㄹ',
  '솔비',
  'thfqlc',
  '12-3',
  '김',
  '가',
  '7',
  'ㄱ',
  'ㅄ',
  '솔ㅂ',
  '솔ㅂ빛',
  'ㅅ가',
]
test.each(queries)('the index narrows a search for %s', (query) => {
  expect(listNeededGrams(query)).not.toBeNull()
  expect(isFoundByIndex(query, buildSearchText(['별빛리 누리천']))).toBe(false)
})

test.each(['김', '가', '김가온'])('%s gives the same query in decomposed form (NFD), as typed on a Mac', (query) => {
  expect(listNeededGrams(query.normalize('NFD'))).toEqual(listNeededGrams(query))
})

test('the index cannot narrow a search for control characters', () => {
  expect(listNeededGrams('\u0001')).toBeNull()
})
