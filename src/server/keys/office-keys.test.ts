import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '#tests/support/servers/office-keys.ts'
import { OfficeKeyError, openOfficeKeys } from './office-keys.ts'
import { isReadableByOthers } from './secret-file.ts'

const createKeyPath = () => join(tempFolder(), 'numbers.key')

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

test('does not show the key file’s content in the database', () => {
  const path = createKeyPath()
  const { id, cipher } = openOfficeKeys(path).newest()
  const text = readFileSync(path, 'utf8')
  expect(text).not.toContain(id)
  expect(text).not.toContain(cipher.toString('hex'))
})
