import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { packRow, unpackRow } from '#mirror/store/row-bytes.ts'
import type { Seal, Seals } from '#mirror/store/seal.ts'

/**
 * Encryption of a user's copy like vault/vault-keys.ts, but with a key from a name instead of a PIN
 * and Node's synchronous cipher, so that a fake browser knows when it is idle.
 */
export function quickSeals(name: string): Seals {
  return { mirror: quickSeal(`${name} mirror`), outbox: quickSeal(`${name} outbox`) }
}

function quickSeal(name: string): Seal {
  const key = createHash('sha256').update(name).digest()
  const keyId = key.toString('hex').slice(0, 8)
  return {
    keyId,
    seal(row) {
      const iv = randomBytes(12)
      const closer = createCipheriv('aes-256-gcm', key, iv)
      const closed = Buffer.concat([iv, closer.update(packRow(row)), closer.final(), closer.getAuthTag()])
      return Promise.resolve([keyId, new Uint8Array(closed)])
    },
    open(sealed) {
      const [id, bytes] = sealed as [string, Uint8Array]
      if (id !== keyId) return Promise.resolve(null)
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
      const row = Buffer.concat([opener.update(bytes.subarray(12, -16)), opener.final()])
      return Promise.resolve(unpackRow(new Uint8Array(row).buffer))
    },
  }
}
