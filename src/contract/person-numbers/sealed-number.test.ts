import { expect, test } from 'vitest'
import { unitOwnerBook } from '#contract/books/unit-parts.ts'
import {
  formatPersonNumberReference,
  formatSealedNumber,
  hasUnsealedPersonNumber,
  isSamePersonNumber,
  parsePersonNumberId,
  parseSealedNumber,
} from './sealed-number.ts'

const id = '019aa000-0000-7000-8000-000000000001'
const sealed = formatSealedNumber({ id, keyId: '0123456789abcdef', box: 'A'.repeat(140) })

test('matches a sealed number with its reference', () => {
  expect(parseSealedNumber(sealed)).toEqual({ id, keyId: '0123456789abcdef', box: 'A'.repeat(140) })
  expect([parsePersonNumberId(sealed), parsePersonNumberId(formatPersonNumberReference(id))]).toEqual([id, id])
  expect(isSamePersonNumber(sealed, formatPersonNumberReference(id))).toBe(true)
  expect(isSamePersonNumber(sealed, formatPersonNumberReference(id.replace(/1$/, '2')))).toBe(false)
})

test.each([null, '', '900101-1000002', '900101-1******', 'number:900101-1000002', `number:${id}:x:y`])(
  '%s is no sealed number',
  (text) => {
    expect([parsePersonNumberId(text), isSamePersonNumber(text, text)]).toEqual([null, false])
  },
)

test('accepts a number in its own field only sealed or by reference', () => {
  const holder = (ownerNum: string | null) => hasUnsealedPersonNumber(unitOwnerBook.fields, { owner_num: ownerNum })
  expect([sealed, formatPersonNumberReference(id), '', null].map(holder)).toEqual([false, false, false, false])
  expect(['900101-1000002', '9001011000002', '900101'].map(holder)).toEqual([true, true, true])
})
