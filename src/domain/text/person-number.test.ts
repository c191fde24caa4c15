import { expect, test } from 'vitest'
import {
  checkPersonNumber,
  detectPersonNumberKind,
  formatTypedPersonNumber,
  maskPersonNumber,
} from './person-number.ts'

test.each([
  ['900101-1000006', null],
  ['9001011000006', null],
  ['９００１０１－１０００００６', null],
  // A valid day and type digit are enough; the check digit only warns.
  ['900101-1000002', 'warning'],
  ['040229-3000000', 'warning'],
  ['150505-7000000', null],
])('accepts the resident number %s', (text, warning) => {
  const checked = checkPersonNumber('person', text)
  expect(checked.ok && [checked.digits.length, checked.warning !== null]).toEqual([13, warning !== null])
})

test.each([
  ['901301-1000000', /생년월일/],
  ['900230-1000000', /생년월일/],
  // 1904 was a leap year, 2003 was not.
  ['030229-3000000', /생년월일/],
  ['400101-9000000', /일곱째 자리/],
  ['900101-100000', /13자리/],
  ['900101-10000022', /13자리/],
  ['900101-1******', /13자리/],
  ['김가온 900101-1000002', /13자리/],
])('refuses %s', (text, message) => {
  const checked = checkPersonNumber('person', text)
  expect(checked.ok ? '' : checked.message).toMatch(message)
})

test.each([
  ['110111-0062432', false],
  ['000000-0000001', true],
])('accepts %s for a corporation', (text, isDoubtful) => {
  const checked = checkPersonNumber('corporation', text)
  expect(checked.ok && checked.warning !== null).toBe(isDoubtful)
})

test('refuses a personal number for a corporation, because those are shown in full', () => {
  for (const text of ['900101-1000002', '850505-2000019']) expect(checkPersonNumber('corporation', text).ok).toBe(false)
})

test("shows the birth date and type digit of a person, and all of a corporation's number", () => {
  expect(maskPersonNumber('person', '9001011000002')).toBe('900101-1******')
  expect(maskPersonNumber('corporation', '1101110062432')).toBe('110111-0062432')
})

test.each([
  ['900101', '900101'],
  ['9001011', '900101-1'],
  ['900101-', '900101'],
  ['900101 - 10000029', '900101-1000002'],
  ['가나다', ''],
])('typing %s shows %s', (typed, shown) => {
  expect(formatTypedPersonNumber(typed)).toBe(shown)
})

test.each([
  ['900101-1000002', 'person'],
  ['050505-7000011', 'person'],
  // A company of Seoul; as a person it would be a man born on 11 January 1911.
  ['110111-1707178', 'corporation'],
  ['134111-0000004', 'corporation'],
  // There is no month 13, and no registry office issued the number.
  ['901301-1234567', null],
  ['000000-0000001', null],
] as const)('%s belongs to a %s', (text, kind) => {
  expect(detectPersonNumberKind(text, 'person')).toBe(kind ?? 'person')
  expect(detectPersonNumberKind(text, 'corporation')).toBe(kind ?? 'corporation')
})
