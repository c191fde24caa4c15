import { createHash, randomBytes } from 'node:crypto'
import { closeNumber, openNumber } from '#server/numbers/number-at-rest.ts'
import type { NumberKeys } from '#server/numbers/number-keys.ts'

export interface SealedSecret {
  readonly key: string
  readonly cipher: Buffer
}

/** Seals the secret of an authenticator app as numbers of persons are sealed (../../numbers): bound to the person, under a key that is not in the database. */
export function sealSecret(keys: NumberKeys, userId: string, secret: string): SealedSecret {
  const { key_id: key, cipher } = closeNumber(keys.newest(), placeOf(userId), secret)
  return { key, cipher }
}

/** The secret; null where its key is not in the file any more or the row is not as it was written. */
export function openSecret(keys: NumberKeys, userId: string, { key, cipher }: SealedSecret): string | null {
  return openNumber(keys, placeOf(userId), { key_id: key, cipher, blind: Buffer.alloc(0) })
}

function placeOf(userId: string) {
  return { id: userId, collection: 'second_factor', record_id: userId, field: 'totp' }
}

/** 80 random bits in letters and digits that nobody takes for one another, in four groups. */
export function newRecoveryCode(): string {
  const text = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** 32 of them, so that each byte is one without favouring any: no l, o, i or 1. */
const letters = '023456789abcdefghjkmnpqrstuvwxyz'

/** What the database keeps of one. There is nothing to guess in 80 random bits, so a slow hash would add nothing. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
  return createHash('sha256').update(`${userId}\n${plain}`).digest('hex')
}
