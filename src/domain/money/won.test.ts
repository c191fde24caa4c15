import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { formatWon, parseWon } from './won.ts'

test.each([
  ['1,234,000원', 1_234_000],
  [' 1 000 ', 1000],
  ['１２３', 123],
  ['￦５，０００', 5000],
  ['₩5,000', 5000],
  ['\\5,000', 5000],
  ['금 380,000원정', 380_000],
  ['-300', -300],
  ['−300', -300],
  ['－３００', -300],
  ['₩-300', -300],
  ['-₩300', -300],
  ['△1,200', -1200],
  ['(1,200)', -1200],
  ['₩(1,200)', -1200],
  ['+7', 7],
  ['1,234.00', 1234],
  ['1.2E+5', 120_000],
  ['0', 0],
  ['-0', 0],
  ['1,234.5억', 123_450_000_000],
  ['-', null],
  ['₩ -', null],
  ['5,\u200b000\ufeff', 5000],
  ['', null],
  ['   ', null],
  // Korean units
  ['38만', 380_000],
  ['38만원', 380_000],
  ['38 만 원', 380_000],
  ['３８만', 380_000],
  ['-38만', -380_000],
  ['1억2천', 120_000_000],
  ['1억 2천', 120_000_000],
  ['1억2천만', 120_000_000],
  ['1억2천만원', 120_000_000],
  ['1억2천5백', 125_000_000],
  ['1억2,345만', 123_450_000],
  ['1억500만', 105_000_000],
  ['1억5,000,000', 105_000_000],
  ['2천5백만', 25_000_000],
  ['3만5천', 35_000],
  ['3만500', 30_500],
  ['5천', 5000],
  ['3천5백', 3500],
  ['1.5억', 150_000_000],
  ['0.5만', 5000],
  ['1.5천만', 15_000_000],
  ['12,000만', 120_000_000],
  ['2조3천', 2_300_000_000_000],
  ['만원', 10_000],
  ['천만원', 10_000_000],
  ['1억천만', 110_000_000],
  // sums
  ['=200000+50000', 250_000],
  ['= 200,000 + 50,000원', 250_000],
  ['＝２０００００＋５００００', 250_000],
  ['=38만+2만5천', 405_000],
  ['=1억-2천만', 80_000_000],
  ['=100-300', -200],
  ['=-300+100', -200],
  ['=5천', 5000],
])('reads %j as %s won', (text, value) => {
  expect(parseWon(text)).toEqual({ ok: true, value })
})

const misplacedComma = '쉼표는 천 단위마다 찍어 주세요. 250,000처럼 입력해 주세요.'
const notUnderstood = '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.'

test.each([
  ['많이', notUnderstood],
  ['원', notUnderstood],
  ['=', notUnderstood],
  ['=1+', notUnderstood],
  ['=1++2', notUnderstood],
  ['=2*3', notUnderstood],
  ['=(1+2)', notUnderstood],
  ['=A1+5', notUnderstood],
  ['200000+50000', notUnderstood],
  ['010-1234-5678', notUnderstood],
  ['--5', notUnderstood],
  ['-₩-5', notUnderstood],
  ['10%', notUnderstood],
  ['1e4', notUnderstood],
  ['１０％', notUnderstood],
  ['1,000 2,000', notUnderstood],
  ['1.2.3', notUnderstood],
  ['삼십만', notUnderstood],
  ['38만만', notUnderstood],
  ['2만3억', notUnderstood],
  ['5천3천', notUnderstood],
  ['5백3천', notUnderstood],
  ['1억만', notUnderstood],
  ['0만', notUnderstood],
  ['1억12345만', notUnderstood],
  ['1.5억2천', notUnderstood],
  ['1,5억', misplacedComma],
  ['31,50', misplacedComma],
  ['9,8,7', misplacedComma],
  ['1,2345', misplacedComma],
  ['12345,678', misplacedComma],
  ['1,234,', misplacedComma],
  [',500', misplacedComma],
  ['=4,5+6', misplacedComma],
  ['3만2,50', misplacedComma],
  ['1.2,3억', misplacedComma],
  ['２，５０', misplacedComma],
  ['1.000', '금액은 원 단위 정수로 입력해 주세요.'],
  ['250.000원', '금액은 원 단위 정수로 입력해 주세요.'],
  ['12.5', '금액은 원 단위 정수로 입력해 주세요.'],
  ['=12.5+12.5', '금액은 원 단위 정수로 입력해 주세요.'],
  ['1.00005만', notUnderstood],
  ['1,000,000,000,000,000', '금액이 너무 큽니다.'],
  ['-1,000,000,000,000,000', '금액이 너무 큽니다.'],
  ['1000조', '금액이 너무 큽니다.'],
  ['=999,999,999,999,999+1', '금액이 너무 큽니다.'],
])('refuses %j: %s', (text, message) => {
  expect(parseWon(text)).toEqual({ ok: false, message })
})

test.each(['1억500', '1억2천500', '1억2', '3만5', '5천2'])('refuses the ambiguous %j', (text) => {
  expect(parseWon(text)).toEqual({ ok: false, message: notUnderstood })
})

test('a formatted amount reads back as the same', () => {
  const amounts = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
  fc.assert(
    fc.property(amounts, (value) => {
      expect(parseWon(formatWon(value))).toEqual({ ok: true, value })
      expect(parseWon(`${formatWon(value)}원`)).toEqual({ ok: true, value })
      expect(parseWon(String(value))).toEqual({ ok: true, value })
    }),
  )
  expect(formatWon(null)).toBe('')
})

test('an amount spelled in 억 and 만 is the same amount', () => {
  const below = fc.integer({ min: 1, max: 9999 })
  fc.assert(
    fc.property(below, below, fc.integer({ min: 10, max: 9999 }), (hundredMillions, tenThousands, remainder) => {
      const value = hundredMillions * 1_0000_0000 + tenThousands * 1_0000 + remainder
      expect(parseWon(`${hundredMillions}억 ${tenThousands}만 ${remainder}원`)).toEqual({ ok: true, value })
    }),
  )
})

test('a sum equals the sum of its amounts', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 9_999_999_999 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(amounts, (terms) => {
      const value = terms.reduce((sum, amount) => sum + amount, 0)
      expect(parseWon(`=${terms.map(formatWon).join('+')}`)).toEqual({ ok: true, value })
    }),
  )
})

test('any text is either refused with a reason or a whole amount within the limits', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0159,.-+=()₩%원억만천백십 △Ee') })
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseWon(text)
      const isSound = read.ok ? read.value === null || Number.isSafeInteger(read.value) : read.message !== ''
      expect(isSound).toBe(true)
    }),
    { numRuns: countPropertyRuns(2000) },
  )
})
