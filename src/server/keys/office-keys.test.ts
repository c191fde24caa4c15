import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decryptPersonNumber, encryptPersonNumber } from '#server/person-numbers/number-at-rest.ts'
import { decryptSealedNumber, sealPlainNumber } from '#server/person-numbers/sealed-numbers.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { addOfficeKey, OfficeKeyError, openOfficeKeys } from './office-keys.ts'
import { isReadableByOthers } from './secret-file.ts'

const createKeyPath = () => join(createTempFolder(), 'numbers.key')
const location = { id: 'a', collection: 'unit-owners', record_id: 'b', field: 'owner_num' }
const digits = '9001011000002'

test('creates a key file that only its owner can read, and finds the same key next time', () => {
  const path = createKeyPath()
  const created = openOfficeKeys(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(isReadableByOthers(path)).toBe(false)
  expect(openOfficeKeys(path).newest().id).toBe(created.newest().id)
})

test.each(['', 'x'.repeat(64), '0'.repeat(64), 'ab'.repeat(31)])(
  'reports and does not use a file without a key: %j',
  (text) => {
    const path = createKeyPath()
    writeFileSync(path, text)
    expect(() => openOfficeKeys(path).newest()).toThrow(OfficeKeyError)
  },
)

test('puts a new key first at once for a running server and still reads data of the old ones', () => {
  const path = createKeyPath()
  const keys = openOfficeKeys(path)
  const old = keys.newest()
  const [atRest, sealed] = [encryptPersonNumber(old, location, digits), sealPlainNumber(old, digits, 'once')]
  addOfficeKey(path)
  expect(keys.newest().id).not.toBe(old.id)
  expect(keys.all().map(({ id }) => id)).toEqual([keys.newest().id, old.id])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect([decryptPersonNumber(keys, location, atRest), decryptSealedNumber(keys, sealed)]).toEqual([digits, digits])
})

test('does not show the key file’s content in the database', () => {
  const path = createKeyPath()
  const { id, cipherKey } = openOfficeKeys(path).newest()
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain(id)
  expect(text).not.toContain(cipherKey.toString('hex'))
})
