import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { packRow, unpackRow } from '#mirror/store/row-bytes.ts'
import type { Seal, Seals } from '#mirror/store/seal.ts'

/**
 * Encryption of a user's copy like vault/vault-keys.ts, but with a key from a name instead of a PIN
 * and Node's synchronous cipher, so that a fake browser knows when it is idle.
 */
export function createTestSeals(name: string): Seals {
  return { mirror: createTestSeal(`${name} mirror`), outbox: createTestSeal(`${name} outbox`) }
}

function createTestSeal(name: string): Seal {
  const key = createHash('sha256').update(name).digest()
  const keyId = key.toString('hex').slice(0, 8)
  return {
    keyId,
    seal(row) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealedBytes = Buffer.concat([iv, cipher.update(packRow(row)), cipher.final(), cipher.getAuthTag()])
      return Promise.resolve([keyId, new Uint8Array(sealedBytes)])
    },
    open(sealed) {
      const [id, bytes] = sealed as [string, Uint8Array]
      if (id !== keyId) return Promise.resolve(null)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
      const row = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
      return Promise.resolve(unpackRow(new Uint8Array(row).buffer))
    },
  }
}
