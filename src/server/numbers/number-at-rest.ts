import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { NumberKey, NumberKeys } from './number-keys.ts'

/**
 * Where a number belongs. This is authenticated with the encryption, so a number moved to another
 * record or field cannot be decrypted.
 */
export interface NumberLocation {
  readonly id: string
  readonly collection: string
  readonly record_id: string
  readonly field: string
}

export interface NumberAtRest {
  readonly key_id: string
  readonly cipher: Buffer
  readonly blind: Buffer
}

/** Encrypts the digits with AES-256-GCM: nonce, ciphertext, tag. */
export function encryptNumber(key: NumberKey, location: NumberLocation, digits: string): NumberAtRest {
  const nonce = randomBytes(nonceBytes)
  const closer = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(associatedData(location))
  const closed = Buffer.concat([closer.update(digits, 'utf8'), closer.final()])
  return {
    key_id: key.id,
    cipher: Buffer.concat([nonce, closed, closer.getAuthTag()]),
    blind: searchMark(key, digits),
  }
}

/** Decrypts the digits; null when the key is not in the file or the row was changed. */
export function decryptNumber(keys: NumberKeys, location: NumberLocation, atRest: NumberAtRest): string | null {
  const key = keys.byId(atRest.key_id)
  if (!key) return null
  const { cipher } = atRest
  try {
    const opener = createDecipheriv('aes-256-gcm', key.cipher, cipher.subarray(0, nonceBytes))
    opener.setAAD(associatedData(location)).setAuthTag(cipher.subarray(-tagBytes))
    const opened = [opener.update(cipher.subarray(nonceBytes, -tagBytes)), opener.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    return null
  }
}

/** Keyed hash used to find a number. Without the key nobody can try out all numbers. */
export function searchMark(key: NumberKey, digits: string): Buffer {
  return createHmac('sha256', key.blind).update(digits).digest()
}

const nonceBytes = 12
const tagBytes = 16

function associatedData({ id, collection, record_id, field }: NumberLocation): Buffer {
  return Buffer.from([id, collection, record_id, field].join('\n'))
}
