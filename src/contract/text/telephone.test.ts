import { expect, test } from 'vitest'
import { formatTelephone, hyphenateTelephone, isCallable } from './telephone.ts'

test.each([
  ['0212345678', '02-1234-5678'],
  ['021234567', '02-123-4567'],
  ['0311234567', '031-123-4567'],
  ['01012345678', '010-1234-5678'],
  ['07012345678', '070-1234-5678'],
  ['050512345678', '0505-1234-5678'],
  ['15881234', '1588-1234'],
  ['02-123-4567', '02-123-4567'],
  ['+82212345678', '+82212345678'],
  ['1234567', '1234567'],
])('groups the telephone number %s as %s', (typed, shown) => {
  expect(hyphenateTelephone(typed)).toBe(shown)
})

test.each([
  ['010 1234 5678', '010-1234-5678'],
  ['(02)123.4567', '02-123-4567'],
  ['0101-234-5678', '010-1234-5678'],
  ['1588 1234', '1588-1234'],
  ['+82 (10) 0000-0101', '+82 (10) 0000-0101'],
])('a telephone number %s can be called and is written %s', (typed, written) => {
  expect([isCallable(typed), formatTelephone(typed)]).toEqual([true, written])
})

test.each(['010-1234', '1234567', '010-1234-56789', '9012345678', '전화해요', '010-1234-5678 배우자', '+82-10', ''])(
  'the telephone number %j cannot be called',
  (typed) => {
    expect(isCallable(typed)).toBe(false)
  },
)
