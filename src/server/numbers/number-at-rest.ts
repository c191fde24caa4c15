import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { NumberKey, NumberKeys } from './number-keys.ts'

/** Where a number stands. It goes into the seal: moved to another record or field, it cannot be opened. */
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

/** Nonce, AES-256-GCM of the digits, tag. */
export function closeNumber(key: NumberKey, place: NumberLocation, digits: string): NumberAtRest {
  const nonce = randomBytes(nonceBytes)
  const closer = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(placeName(place))
  const closed = Buffer.concat([closer.update(digits, 'utf8'), closer.final()])
  return {
    key_id: key.id,
    cipher: Buffer.concat([nonce, closed, closer.getAuthTag()]),
    blind: searchMark(key, digits),
  }
}

/** The digits; null where they cannot be opened: the key is not in the file, or the row is not as it was written. */
export function openNumber(keys: NumberKeys, place: NumberLocation, atRest: NumberAtRest): string | null {
  const key = keys.byId(atRest.key_id)
  if (!key) return null
  const { cipher } = atRest
  try {
    const opener = createDecipheriv('aes-256-gcm', key.cipher, cipher.subarray(0, nonceBytes))
    opener.setAAD(placeName(place)).setAuthTag(cipher.subarray(-tagBytes))
    const opened = [opener.update(cipher.subarray(nonceBytes, -tagBytes)), opener.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    return null
  }
}

/** By this alone a number is found; without the key nobody can try the numbers out. */
export function searchMark(key: NumberKey, digits: string): Buffer {
  return createHmac('sha256', key.blind).update(digits).digest()
}

const nonceBytes = 12
const tagBytes = 16

function placeName({ id, collection, record_id, field }: NumberLocation): Buffer {
  return Buffer.from([id, collection, record_id, field].join('\n'))
}
