import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNumber } from '#contract/text/format-number.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { containsResidentNumber, findResidentNumberError, maskResidentNumbers } from './resident-number.ts'

const joins = [
  '',
  '-',
  ' ',
  ' - ',
  '\u00a0',
  '–',
  '—',
  '‐',
  '‑',
  '―',
  '−',
  '－',
  '\u200b',
  '-\u200b',
  '-\n',
  '\u3000',
  '.',
  '/',
  '\t',
]

/** Any date of birth with the type digit of its century. */
const born = fc.date({ min: new Date('1870-01-01'), max: new Date(), noInvalidDate: true }).chain((date) => {
  const types = date.getUTCFullYear() < 1900 ? '90' : date.getUTCFullYear() < 2000 ? '1256' : '3478'
  const front = date.toISOString().slice(2, 10).replaceAll('-', '')
  return fc.constantFrom(...types).map((type) => ({ front, type }))
})
const serial = fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0'))
const surroundings = fc.constantFrom(
  '',
  '홍길동 ',
  '(',
  '주민번호:',
  'RRN',
  '\n',
  '피상속인은 ',
  '2024카단1234 ',
  '1. ',
  '010-1234-5678, ',
)
const behind = fc.constantFrom('', ' 서울시', ')', '.', '\n02-000-0000', '번', ', 110-123-456789')

describe('resident numbers', () => {
  test('recognizes any date, type, serial number, separator and surroundings', () => {
    const parts = { person: born, last: serial, join: fc.constantFrom(...joins), before: surroundings, after: behind }
    fc.assert(
      fc.property(fc.record(parts), ({ person: { front, type }, last, join, before, after }) => {
        // Numbers that look like a date and an amount, a barcode (no visible separator) or a
        // corporation's number have their own tests.
        fc.pre(!last.endsWith('000') && !/^(?:1[1-9]|2[0-3])\d\d(?:1[1-5]|2[12])/.test(front))
        fc.pre((join !== '' && join !== '\u200b') || !front.startsWith('880'))
        const text = `${before}${front}${join}${type}${last}${after}`
        expect(containsResidentNumber(text)).toBe(true)
        expect(findResidentNumberError(text)).not.toContain(last)
        expect(maskResidentNumbers(text)).toBe(`${before}${front}${join}${type}******${after}`)
        expect(containsResidentNumber(maskResidentNumbers(text))).toBe(false)
      }),
      { numRuns: countPropertyRuns(2000) },
    )
  })

  test.each([
    ['the common sample number with a wrong check digit', '900101-1234567'],
    ['without a separator', '9001011234567'],
    ['full-width', '９００１０１－１２３４５６７'],
    ['zero-width characters between the digits', '9\u200b00101-12\u200b34567'],
    ['a foreigner', '850101-5123456'],
    ['a child', '240301-3123456'],
    ['born in the 1800s', '991231-9123456'],
    ['a leap day', '000229-3123456'],
    ['the second number in a text', '900101-1******, 900102-2234567'],
    ['after other digits with a hyphen between', '12-900101-1234567'],
    ['before a town whose name begins like the unit 원', '900101 1234567 원주시'],
  ])('%s', (_what, text) => {
    expect(containsResidentNumber(text)).toBe(true)
  })
})

test.each([
  ['a future date', '911231-4123456'],
  ['a future date without separator', '7505143123456'],
  ['an invalid date', '230229-4123456'],
  ['a barcode', '바코드 8805121234561'],
  ['a barcode without the word', '8805121234561'],
  ['an account in four groups', '301-880512-1234567-01'],
  ['an account in three groups', '우리은행 1005-880512-1234567'],
  ['an account number without hyphens after the word for one', '계좌번호: 8805121234563'],
  ['a longer digit sequence', '88051212345671'],
  ['a longer digit sequence in full width', '１８８０５１２１２３４５６７'],
])('%s is no resident number: %s', (_what, text) => {
  expect(containsResidentNumber(text)).toBe(false)
})

test.each(['880512\u2060-1234567', '88051\ufe0f2-1234567', '８８０５１２　－　１２３４５６７'])(
  'recognizes %j as one',
  (text) => {
    expect(containsResidentNumber(text)).toBe(true)
  },
)

describe('accepts other numbers', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
  const makeGroups = (...lengths: number[]) => fc.tuple(...lengths.map(digits)).map((groups) => groups.join('-'))

  test.each([
    ['mobile telephones', makeGroups(3, 4, 4)],
    ['telephones', makeGroups(2, 3, 4)],
    [
      'accounts of 국민, 기업, 농협, 신한, 우리, 카카오뱅크, 하나',
      fc.oneof(
        makeGroups(6, 2, 6),
        makeGroups(3, 6, 2, 3),
        makeGroups(3, 4, 4, 2),
        makeGroups(3, 3, 6),
        makeGroups(4, 3, 6),
        makeGroups(4, 2, 7),
        makeGroups(3, 6, 5),
      ),
    ],
    [
      'cards',
      fc.oneof(
        makeGroups(4, 4, 4, 4),
        digits(16),
        fc.tuple(digits(4), digits(4), digits(4), digits(4)).map((parts) => parts.join(' ')),
      ),
    ],
    ['parcels (PNU)', digits(19)],
    ['registry numbers of real estate', makeGroups(4, 4, 6)],
    ['businesses', makeGroups(3, 2, 5)],
    ['approvals', digits(8)],
    [
      'cases',
      fc.tuple(digits(4), fc.constantFrom('카단', '금제', '가합', '타경'), digits(6)).map((parts) => parts.join('')),
    ],
    ['amounts', fc.integer({ min: 0, max: 999_999_999_999 }).map((value) => `${formatNumber(value)}원`)],
    ['amounts without commas', fc.integer({ min: 0, max: 999_999_999_999_999 }).map((value) => `${value}원`)],
    ['identifiers', fc.uuid()],
    ['addresses of pictures', fc.stringMatching(/^[0-9a-f]{64}$/)],
    ['twelve and fourteen digits', fc.oneof(digits(12), digits(14))],
  ])('%s', (_what, number) => {
    fc.assert(
      fc.property(
        number,
        surroundings.filter((text) => !/[\d:]/.test(text)),
        (text, before) => {
          expect(findResidentNumberError(`${before}${text}`)).toBeNull()
          expect(maskResidentNumbers(text)).toBe(text)
        },
      ),
      { numRuns: countPropertyRuns(500) },
    )
  })

  test.each([
    ['masked', '900101-1******'],
    ['masked in part', '900101-1234***'],
    ['only the date and the type digit', '900101-1'],
    ['no month 13', '901301-1234567'],
    ['no 30 February', '900230-1234567'],
    ['no leap day in 1900', '000229-1234567'],
    ['too many digits before', '1900101-1234567'],
    ['too many digits after', '900101-12345678'],
    ['a date and an amount', '240315 1500000 입금'],
    ['dates above amounts', '240315\n1523400'],
    ['an amount of thirteen digits', '1001011234567원'],
    ['born in 1811, before numbers existed', '110111-0006246'],
  ])('%s', (_what, text) => {
    expect(findResidentNumberError(text)).toBeNull()
  })
})

describe("corporations' numbers of the same shape", () => {
  const offices = ['1101', '1201', '1211', '1301', '1311', '1601', '1801', '2001', '2201', '2301']
  const company = fc
    .tuple(fc.constantFrom(...offices), fc.constantFrom('11', '14', '21'), fc.integer({ min: 0, max: 999_999 }))
    .map(([office, kind, number]) => withCheck(office + kind + String(number).padStart(6, '0')))

  test('accepts one after the word 법인등록번호 with any check digit', () => {
    const labels = ['법인등록번호 ', '법인등록번호: ', '법인번호 ', '법인등록번호(']
    fc.assert(
      fc.property(company, fc.constantFrom(...labels), fc.nat(9), (number, label, check) => {
        expect(findResidentNumberError(`(주)온결 ${label}${number.slice(0, -1)}${check}`)).toBeNull()
      }),
    )
  })

  test('accepts one alone unless its check digit also fits a person; the message then says what to do', () => {
    let refused = 0
    fc.assert(
      fc.property(company, (number) => {
        const error = findResidentNumberError(`(주)온결 ${number}`)
        if (error === null) return
        refused += 1
        expect(error).toContain('‘법인등록번호’라고 적어 주세요')
      }),
      { numRuns: countPropertyRuns(1000) },
    )
    expect(refused).toBeLessThan(200)
  })

  test.each(['110111-1707178', '131111-0435121'])('%s', (number) => {
    expect(findResidentNumberError(number)).toBeNull()
  })

  test("refuses numbers after 법인등록번호 that cannot be a corporation's, and later numbers in the text", () => {
    expect(findResidentNumberError('법인등록번호 900101-1234567')).not.toBeNull()
    expect(findResidentNumberError('법인등록번호 110111-1707178 대표 900101-1234567')).not.toBeNull()
  })

  test('refuses a person born on such a date only if the check digit fits a person', () => {
    expect(findResidentNumberError('110111-3000008')).toContain('주민등록번호로 보이는')
    expect(findResidentNumberError('110111-3000009')).toBeNull()
  })

  function withCheck(twelve: string): string {
    const sum = [...twelve].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 2), 0)
    return `${twelve.slice(0, 6)}-${twelve.slice(6)}${(10 - (sum % 10)) % 10}`
  }
})

test('reads a long text in linear time', () => {
  for (const part of ['1', '12345 ', '900101 ', '900101-123456 ', '900101- - - ', '\u200b'])
    expect(containsResidentNumber(part.repeat(10_000))).toBe(false)
})
