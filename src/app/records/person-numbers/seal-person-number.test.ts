import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSealedNumber } from '#contract/person-numbers/sealed-number.ts'
import { addOfficeKey, openOfficeKeys } from '#server/keys/office-keys.ts'
import { decryptSealedNumber } from '#server/person-numbers/sealed-numbers.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { sealPersonNumber } from './seal-person-number.ts'

const path = join(createTempFolder(), 'numbers.key')
const keys = openOfficeKeys(path)

function getPublicKey() {
  const { id, sealingKeyPair } = keys.newest()
  return { key_id: id, public_key: sealingKeyPair.getPublicKey('base64url') }
}

test('seals a number so that only the server can open it', async () => {
  const sealed = await sealPersonNumber('9001011000002', getPublicKey())
  expect(sealed).not.toContain('1000002')
  expect(Buffer.from(parseSealedNumber(sealed)?.box ?? '', 'base64url').toString('latin1')).not.toContain('1000002')
  expect(decryptSealedNumber(keys, sealed)).toBe('9001011000002')
})

test('seals a number twice into different texts with different references', async () => {
  const [first, second] = [
    await sealPersonNumber('9001011000002', getPublicKey()),
    await sealPersonNumber('9001011000002', getPublicKey()),
  ]
  expect(parseSealedNumber(first)?.id).not.toBe(parseSealedNumber(second)?.id)
  expect(parseSealedNumber(first)?.box).not.toBe(parseSealedNumber(second)?.box)
})

test('still opens a number sealed with an older key', async () => {
  const sealed = await sealPersonNumber('9001011000002', getPublicKey())
  addOfficeKey(path)
  expect(decryptSealedNumber(keys, sealed)).toBe('9001011000002')
})
