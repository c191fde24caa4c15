import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSealed } from '#contract/sealed-number.ts'
import { addNumberKey, openNumberKeys } from '#server/numbers/number-keys.ts'
import { openSealed } from '#server/numbers/sealed-numbers.ts'
import { tempFolder } from '../../../../tests/support/number-keys.ts'
import { sealNumber } from './seal-number.ts'

const path = join(tempFolder(), 'numbers.key')
const keys = openNumberKeys(path)

function publicKey() {
  const { id, sealing } = keys.newest()
  return { key_id: id, public_key: sealing.getPublicKey('base64url') }
}

test('what the device seals the server opens, and nobody can read it on the way', async () => {
  const sealed = await sealNumber('9001011000002', publicKey())
  expect(sealed).not.toContain('1000002')
  expect(Buffer.from(readSealed(sealed)?.box ?? '', 'base64url').toString('latin1')).not.toContain('1000002')
  expect(openSealed(keys, sealed)).toBe('9001011000002')
})

test('sealed twice it is two texts, each with a reference of its own', async () => {
  const [one, two] = [await sealNumber('9001011000002', publicKey()), await sealNumber('9001011000002', publicKey())]
  expect(readSealed(one)?.id).not.toBe(readSealed(two)?.id)
  expect(readSealed(one)?.box).not.toBe(readSealed(two)?.box)
})

test('what was sealed to a key from before still opens after a new one was made', async () => {
  const sealed = await sealNumber('9001011000002', publicKey())
  addNumberKey(path)
  expect(openSealed(keys, sealed)).toBe('9001011000002')
})
