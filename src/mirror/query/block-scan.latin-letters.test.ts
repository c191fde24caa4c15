import { expect, test } from 'vitest'
import { mirroredCollections } from '#contract/books/collections.ts'
import { buildSearchTexts } from '#mirror/store/search-texts.ts'
import { mayContain } from './block-scan.ts'

const buildTexts = (owner: string) => buildSearchTexts(mirroredCollections['real-estate'], 1, { owner: [owner] })

test('skips a block without the searched Latin letters in either case', () => {
  const texts = buildTexts('LH 가온본부')
  expect(mayContain(texts, 'lh')).toBe(true)
  expect(mayContain(texts, 'lhz')).toBe(false)
  expect(mayContain(texts, '가온')).toBe(true)
})

test('skips no block in which letters decompose', () => {
  const texts = buildTexts('café')
  expect(texts.consonants).toBeNull()
  expect(mayContain(texts, 'zz')).toBe(true)
})
