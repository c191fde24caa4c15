import { expect, test } from 'vitest'
import { findPinError } from './copy-pin.ts'

test.each(['482915', '8건2025', 'river-한강-7', '112358'])('accepts %s', (pin) => {
  expect(findPinError(pin)).toBeNull()
})

test.each([
  ['12345', 'PIN은 6자 이상으로 정해 주세요.'],
  ['', 'PIN은 6자 이상으로 정해 주세요.'],
  ['1'.repeat(65), 'PIN은 64자 이하로 정해 주세요.'],
  ...['111111', '121212', '123456', '654321', 'abcdef', '123123', '1231231'].map((pin) => [
    pin,
    '추측하기 쉬운 PIN입니다. 다른 PIN을 정해 주세요.',
  ]),
])('refuses %s: %s', (pin, error) => {
  expect(findPinError(pin)).toBe(error)
})
