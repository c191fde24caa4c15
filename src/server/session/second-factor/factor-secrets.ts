import { createHash, randomBytes } from 'node:crypto'
import { encryptNumber, decryptNumber } from '#server/numbers/number-at-rest.ts'
import type { NumberKeys } from '#server/numbers/number-keys.ts'

export interface SealedSecret {
  readonly key: string
  readonly cipher: Buffer
}

/**
 * Encrypts the secret of an authenticator app like resident numbers (../../numbers): bound to the
 * person, under a key outside the database.
 */
export function sealSecret(keys: NumberKeys, userId: string, secret: string): SealedSecret {
  const { key_id: key, cipher } = encryptNumber(keys.newest(), placeOf(userId), secret)
  return { key, cipher }
}

/**
 * Decrypts the secret; null when its key is missing from the key file or the row was tampered with.
 */
export function openSecret(keys: NumberKeys, userId: string, { key, cipher }: SealedSecret): string | null {
  return decryptNumber(keys, placeOf(userId), { key_id: key, cipher, blind: Buffer.alloc(0) })
}

function placeOf(userId: string) {
  return { id: userId, collection: 'second_factor', record_id: userId, field: 'totp' }
}

/** 80 random bits in letters and digits that are easy to tell apart, in four groups. */
export function newRecoveryCode(): string {
  const text = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** 32 characters, so that each byte maps to one without bias: no l, o, i or 1. */
const letters = '023456789abcdefghjkmnpqrstuvwxyz'

/**
 * The stored form of a recovery code. 80 random bits cannot be guessed, so a slow hash would add
 * nothing.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
  return createHash('sha256').update(`${userId}\n${plain}`).digest('hex')
}
