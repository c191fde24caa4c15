import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { computeBlindIndex, decryptPersonNumber, encryptPersonNumber } from './number-at-rest.ts'

const createKeyPath = () => join(createTempFolder(), 'numbers.key')
const location = { id: 'a', collection: 'unit-owners', record_id: 'b', field: 'owner_num' }
const digits = '9001011000002'

test('decrypts a number at its own location only', () => {
  const keys = openOfficeKeys(createKeyPath())
  const atRest = encryptPersonNumber(keys.newest(), location, digits)
  expect(decryptPersonNumber(keys, location, atRest)).toBe(digits)
  for (const [key, other] of Object.entries({ id: 'c', collection: 'unit-mortgages', record_id: 'c', field: 'num' }))
    expect(decryptPersonNumber(keys, { ...location, [key]: other }, atRest)).toBeNull()
})

test('decrypts nothing with another key or after a changed byte', () => {
  const keys = openOfficeKeys(createKeyPath())
  const atRest = encryptPersonNumber(keys.newest(), location, digits)
  const others = openOfficeKeys(createKeyPath())
  expect(decryptPersonNumber(others, location, atRest)).toBeNull()
  expect(decryptPersonNumber(others, location, { ...atRest, key_id: others.newest().id })).toBeNull()
  for (const at of [0, 12, atRest.cipher.length - 1]) {
    const cipher = Buffer.from(atRest.cipher)
    cipher[at] = (cipher[at] ?? 0) ^ 1
    expect(decryptPersonNumber(keys, location, { ...atRest, cipher })).toBeNull()
  }
})

test('encrypts the same number differently each time but gives it one blind index per key', () => {
  const keys = openOfficeKeys(createKeyPath())
  const [first, second] = [1, 2].map(() => encryptPersonNumber(keys.newest(), location, digits))
  expect(first?.cipher.equals(second?.cipher ?? Buffer.alloc(0))).toBe(false)
  expect(first?.blind.equals(second?.blind ?? Buffer.alloc(0))).toBe(true)
  expect(
    computeBlindIndex(openOfficeKeys(createKeyPath()).newest(), digits).equals(first?.blind ?? Buffer.alloc(0)),
  ).toBe(false)
})
