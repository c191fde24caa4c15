import { expect, test } from 'vitest'
import { buildSearchTexts } from '../store/search-texts.ts'
import { mirroredCollections } from '#contract/books/collections.ts'
import { caseOf } from '../../../tests/support/mirror-fixtures.ts'
import { mayHold } from './latin-letters.ts'

const textsOf = (owner: string) => buildSearchTexts(mirroredCollections['real-estate'], [caseOf(1, { owner })])

test('a block is passed over for Latin letters that no record of it has, in whatever case they were written', () => {
  const texts = textsOf('LH 가온본부')
  expect(mayHold(texts, 'lh')).toBe(true)
  expect(mayHold(texts, 'lhz')).toBe(false)
  expect(mayHold(texts, '가온')).toBe(true)
})

test('where a letter comes apart into others, nothing is passed over', () => {
  const texts = textsOf('café')
  expect(texts.consonants).toBeNull()
  expect(mayHold(texts, 'zz')).toBe(true)
})
