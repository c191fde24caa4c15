import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatSealedNumber, parseSealedNumber } from '#contract/person-numbers/sealed-number.ts'
import { addOfficeKey, openOfficeKeys } from '#server/keys/office-keys.ts'
import { tempFolder } from '#tests/support/servers/office-keys.ts'
import { computeBlindIndex, decryptPersonNumber, encryptPersonNumber } from './number-at-rest.ts'
import { openSealed, sealPlain } from './sealed-numbers.ts'

const createKeyPath = () => join(tempFolder(), 'numbers.key')
const place = { id: 'a', collection: 'unit-owners', record_id: 'b', field: 'owner_num' }
const digits = '9001011000002'

test('decrypts a number at its own place only', () => {
  const keys = openOfficeKeys(createKeyPath())
  const atRest = encryptPersonNumber(keys.newest(), place, digits)
  expect(decryptPersonNumber(keys, place, atRest)).toBe(digits)
  for (const [key, other] of Object.entries({ id: 'c', collection: 'unit-mortgages', record_id: 'c', field: 'num' }))
    expect(decryptPersonNumber(keys, { ...place, [key]: other }, atRest)).toBeNull()
})

test('decrypts nothing with another key or after a changed byte', () => {
  const keys = openOfficeKeys(createKeyPath())
  const atRest = encryptPersonNumber(keys.newest(), place, digits)
  const others = openOfficeKeys(createKeyPath())
  expect(decryptPersonNumber(others, place, atRest)).toBeNull()
  expect(decryptPersonNumber(others, place, { ...atRest, key_id: others.newest().id })).toBeNull()
  for (const at of [0, 12, atRest.cipher.length - 1]) {
    const cipher = Buffer.from(atRest.cipher)
    cipher[at] = (cipher[at] ?? 0) ^ 1
    expect(decryptPersonNumber(keys, place, { ...atRest, cipher })).toBeNull()
  }
})

test('encrypts the same number differently each time but gives it one search mark per key', () => {
  const keys = openOfficeKeys(createKeyPath())
  const [first, second] = [1, 2].map(() => encryptPersonNumber(keys.newest(), place, digits))
  expect(first?.cipher.equals(second?.cipher ?? Buffer.alloc(0))).toBe(false)
  expect(first?.blind.equals(second?.blind ?? Buffer.alloc(0))).toBe(true)
  expect(
    computeBlindIndex(openOfficeKeys(createKeyPath()).newest(), digits).equals(first?.blind ?? Buffer.alloc(0)),
  ).toBe(false)
})

test('puts a new key first at once for a running server and still reads data of the old ones', () => {
  const path = createKeyPath()
  const keys = openOfficeKeys(path)
  const old = keys.newest()
  const [atRest, sealed] = [encryptPersonNumber(old, place, digits), sealPlain(old, digits, 'once')]
  addOfficeKey(path)
  expect(keys.newest().id).not.toBe(old.id)
  expect(keys.all().map(({ id }) => id)).toEqual([keys.newest().id, old.id])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect([decryptPersonNumber(keys, place, atRest), openSealed(keys, sealed)]).toEqual([digits, digits])
})

test('encrypts the same plain number of the same request identically, and otherwise differently', () => {
  const key = openOfficeKeys(createKeyPath()).newest()
  expect(sealPlain(key, digits, 'one')).toBe(sealPlain(key, digits, 'one'))
  expect(sealPlain(key, digits, 'one')).not.toBe(sealPlain(key, digits, 'two'))
})

test('decrypts a device’s encrypted number unchanged or not at all', () => {
  const keys = openOfficeKeys(createKeyPath())
  const text = sealPlain(keys.newest(), digits, 'once')
  const sealed = parseSealedNumber(text)
  if (!sealed) throw new Error('no sealed number')
  expect(openSealed(keys, text)).toBe(digits)
  const wrong = [
    formatSealedNumber({ ...sealed, id: sealed.id.replace(/^./, (letter) => (letter === '0' ? '1' : '0')) }),
    formatSealedNumber({ ...sealed, keyId: '0'.repeat(16) }),
    formatSealedNumber({ ...sealed, box: `${sealed.box.slice(0, -2)}AA` }),
    formatSealedNumber({ ...sealed, box: `A${sealed.box.slice(1)}` }),
    'number:900101-1000002',
  ]
  expect(wrong.map((wrongText) => openSealed(keys, wrongText))).toEqual(wrong.map(() => null))
  expect(openSealed(openOfficeKeys(createKeyPath()), text)).toBeNull()
})
