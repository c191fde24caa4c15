import { expect, test } from 'vitest'
import { divideByShares } from './compensation.ts'

const seventh = '공유자 지분 7분의 1'

test.each([
  { won: 42_000_000, shares: [null], parts: [42_000_000] },
  { won: 42_000_000, shares: ['단독소유'], parts: [42_000_000] },
  { won: 100, shares: ['3분의 1', '3분의 1', '3분의 1'], parts: [33, 33, 34] },
  { won: 100, shares: ['1/2', '2분의 1'], parts: [50, 50] },
  {
    won: 1_000_000,
    shares: Array.from({ length: 7 }, () => seventh),
    parts: [142_857, 142_857, 142_857, 142_857, 142_857, 142_857, 142_858],
  },
  { won: 1_000_001, shares: ['1,000분의 999', '1000분의 1'], parts: [999_000, 1001] },
  { won: 90, shares: ['35123.4분의 11707.8', '35123.4분의 23415.6'], parts: [30, 60] },
  { won: 0, shares: ['2분의 1', '2분의 1'], parts: [0, 0] },
])('divides $won won by $shares', ({ won, shares, parts }) => {
  expect(divideByShares(won, shares)).toEqual(parts)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(won)
})

test.each([
  [[null, null]],
  [['2분의 1', null]],
  [['3분의 1', '3분의 1']],
  [['2분의 1', '2분의 1', '2분의 1']],
  [['2분의 3', '2분의 1']],
  [['절반', '2분의 1']],
  [['0분의 1', '2분의 1']],
  [['33.33%', '66.67%']],
  [[]],
])('does not divide %j', (shares) => {
  expect(divideByShares(100, shares)).toBeNull()
})
