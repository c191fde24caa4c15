import { expect, test } from 'vitest'
import { formatShareFraction, readShare, subtractShares } from './share-fraction.ts'

test.each([
  ['', ''],
  ['전부', ''],
  ['2분의 1', '2분의 1'],
  ['공유자 지분 7분의 2', '7분의 2'],
  ['4분의 2', '2분의 1'],
  ['3/9', '3분의 1'],
  ['지분 2 / 7', '7분의 2'],
  ['⅔', '3분의 2'],
  ['35,123.4분의 45.6', '3081분의 4'],
])('reads %s as %s', (text, expected) => {
  const share = readShare(text)
  expect(share && formatShareFraction(share)).toBe(expected)
})

test.each(['약간', '0분의 1', '2분의'])('rejects %s', (text) => {
  expect(readShare(text)).toBeNull()
})

test('computes the rest of a share exactly and never below zero', () => {
  const [all, third, half] = [readShare(''), readShare('3분의 1'), readShare('2분의 1')]
  if (!all || !third || !half) throw new Error('these are shares')
  expect(subtractShares(all, [third, half])).toEqual({ parts: 1n, of: 6n })
  expect(subtractShares(third, [half])).toBeNull()
})
