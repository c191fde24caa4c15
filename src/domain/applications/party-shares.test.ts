import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEqualShares, formatShareAsTyped, readShares, readTypedShare, sumPercentages } from './party-shares.ts'

test('equal shares have two decimals, and the last takes the remainder', () => {
  expect(computeEqualShares(3)).toEqual([33.33, 33.33, 33.34])
  expect(computeEqualShares(7)).toEqual([14.28, 14.28, 14.28, 14.28, 14.28, 14.28, 14.32])
  expect(computeEqualShares(1)).toEqual([100])
  expect(computeEqualShares(0)).toEqual([])
})

test('equal shares of any number of parties add up to exactly a hundred', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), (count) => sumPercentages(computeEqualShares(count)) === 100))
})

const readTotal = (...shares: readonly (number | string)[]) =>
  readShares(shares.flatMap((share) => readTypedShare(String(share)) ?? []))

test.each<[readonly (number | string)[], readonly (string | null)[]]>([
  [
    [33.33, 33.33, 33.34],
    ['3분의 1', '3분의 1', '3분의 1'],
  ],
  [
    [33.33, 33.33, 33.33],
    ['3분의 1', '3분의 1', '3분의 1'],
  ],
  [computeEqualShares(7), computeEqualShares(7).map(() => '7분의 1')],
  [
    [50, 50],
    ['2분의 1', '2분의 1'],
  ],
  [
    [40, 60],
    ['5분의 2', '5분의 3'],
  ],
  [
    [12.5, 87.5],
    ['8분의 1', '8분의 7'],
  ],
  [
    [55.56, 22.22, 22.22],
    ['9분의 5', '9분의 2', '9분의 2'],
  ],
  [
    [36.36, 27.27, 36.37],
    ['11분의 4', '11분의 3', '11분의 4'],
  ],
  [
    [16.67, 16.67, 66.66],
    ['6분의 1', '6분의 1', '3분의 2'],
  ],
  [
    [28.57, 28.57, 42.86],
    ['7분의 2', '7분의 2', '7분의 3'],
  ],
  [
    [71.42, 28.58],
    ['7분의 5', '7분의 2'],
  ],
  [
    ['3/15', '12/15'],
    ['15분의 3', '15분의 12'],
  ],
  [
    ['2/7', 71.43],
    ['7분의 2', '7분의 5'],
  ],
  [
    ['1234/10000', '8766/10000'],
    ['10000분의 1234', '10000분의 8766'],
  ],
  [
    ['1000분의 33.06', '966.94/1000'],
    ['1000분의 33.06', '1000분의 966.94'],
  ],
  [[16.67, 16.67, 16.67, 16.67, 16.66, 16.66], Array.from({ length: 6 }, () => '6분의 1')],
  [
    [2.22, 31.11, 66.67],
    ['45분의 1', '45분의 14', '3분의 2'],
  ],
  [[100], [null]],
  [['1/1'], [null]],
  [
    [0, 100],
    [null, null],
  ],
])('reads %j as %j', (shares, texts) => {
  expect(readTotal(...shares)).toEqual({ texts, unclear: [], isComplete: true })
})

test('queries a percentage that matches no fraction and never writes it in ten-thousandths', () => {
  expect(readTotal(0.37, 99.63)).toMatchObject({ texts: [null, null], unclear: [0, 1], isComplete: false })
  // 10/81 and 71/81, 9/53 and 44/53 are within rounding but nobody meant them.
  expect(readTotal(12.34, 87.66)).toMatchObject({ texts: [null, null], unclear: [0, 1], isComplete: false })
  expect(readTotal(16.98, 83.02)).toMatchObject({ unclear: [0, 1], isComplete: false })
  expect(readTotal('1/3', 0.37, 66.3)).toMatchObject({ unclear: [1, 2], isComplete: false })
})

test('rejects shares below or above the whole', () => {
  expect(readTotal(40, 50).isComplete).toBe(false)
  expect(readTotal('1/2', '1/3').isComplete).toBe(false)
  expect(readTotal(33.33, 66.65).isComplete).toBe(false)
  expect(readTotal(90)).toMatchObject({ texts: ['10분의 9'], isComplete: false })
})

test('ignores the fraction when its percentage has changed', () => {
  expect(readShares([{ share_ratio: 50, share_fraction: '3/7' }, { share_ratio: 50 }]).texts).toEqual([
    '2분의 1',
    '2분의 1',
  ])
  expect(formatShareAsTyped({ share_ratio: 50, share_fraction: '3/7' })).toBe('50')
})

test('no two fractions with small denominators round to the same percentage, and each is found again', () => {
  const parts = fc
    .integer({ min: 2, max: 36 })
    .chain((of) => fc.tuple(fc.integer({ min: 1, max: of - 1 }), fc.constant(of)))
  fc.assert(
    fc.property(parts, ([part, of]) => {
      const [typed, rest] = [`${part}/${of}`, `${of - part}/${of}`]
      const percents = [typed, rest].map((text) => readTypedShare(text)?.share_ratio ?? 0)
      const half = part * 2 === of
      expect(readTotal(...percents).isComplete).toBe(true)
      expect(
        half || readShares(percents.map((share_ratio) => ({ share_ratio }))).texts[0] === formatFraction(part, of),
      ).toBe(true)
    }),
  )
})

function formatFraction(part: number, of: number): string {
  const findCommonDivisor = (a: number, b: number): number => (b === 0 ? a : findCommonDivisor(b, a % b))
  return `${of / findCommonDivisor(part, of)}분의 ${part / findCommonDivisor(part, of)}`
}

test.each([
  ['42.86', 42.86, null],
  ['42.86 %', 42.86, null],
  ['3/7', 42.86, '3/7'],
  [' 3 ／ 7 ', 42.86, '3/7'],
  ['7분의 3', 42.86, '3/7'],
  ['공유자 지분 7분의 3', 42.86, '3/7'],
  ['⅜', 37.5, '3/8'],
  ['1/1', 100, '1/1'],
])('reads %s as %j', (text, share_ratio, share_fraction) => {
  expect(readTypedShare(text)).toEqual({ share_ratio, share_fraction })
})

test.each(['', '101', '-1', '8/7', '0/7', '3/0', '3/', '1/3%', '절반', '33.333', '1/2/3'])('rejects %j', (text) => {
  expect(readTypedShare(text)).toBeNull()
})
