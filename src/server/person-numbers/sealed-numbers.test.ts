import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatSealedNumber, parseSealedNumber } from '#contract/person-numbers/sealed-number.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { decryptSealedNumber, sealPlainNumber } from './sealed-numbers.ts'

const createKeyPath = () => join(createTempFolder(), 'numbers.key')
const digits = '9001011000002'

test('encrypts the same plain number of the same request identically, and otherwise differently', () => {
  const key = openOfficeKeys(createKeyPath()).newest()
  expect(sealPlainNumber(key, digits, 'one')).toBe(sealPlainNumber(key, digits, 'one'))
  expect(sealPlainNumber(key, digits, 'one')).not.toBe(sealPlainNumber(key, digits, 'two'))
})

test('decrypts a device’s encrypted number unchanged or not at all', () => {
  const keys = openOfficeKeys(createKeyPath())
  const text = sealPlainNumber(keys.newest(), digits, 'once')
  const sealed = parseSealedNumber(text)
  if (!sealed) throw new Error('no sealed number')
  expect(decryptSealedNumber(keys, text)).toBe(digits)
  const wrong = [
    formatSealedNumber({ ...sealed, id: sealed.id.replace(/^./, (letter) => (letter === '0' ? '1' : '0')) }),
    formatSealedNumber({ ...sealed, keyId: '0'.repeat(16) }),
    formatSealedNumber({ ...sealed, box: `${sealed.box.slice(0, -2)}AA` }),
    formatSealedNumber({ ...sealed, box: `A${sealed.box.slice(1)}` }),
    'number:900101-1000002',
  ]
  expect(wrong.map((wrongText) => decryptSealedNumber(keys, wrongText))).toEqual(wrong.map(() => null))
  expect(decryptSealedNumber(openOfficeKeys(createKeyPath()), text)).toBeNull()
})
