import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { decryptPersonNumber, encryptPersonNumber } from '#server/person-numbers/number-at-rest.ts'

interface SealedSecret {
  readonly key: string
  readonly cipher: Buffer
}

/**
 * Encrypts the secret of an authenticator app like resident numbers (server/numbers): bound to the
 * person, under a key outside the database.
 */
export function sealSecret(keys: OfficeKeys, userId: string, secret: string): SealedSecret {
  const { key_id: key, cipher } = encryptPersonNumber(keys.newest(), buildLocation(userId), secret)
  return { key, cipher }
}

/**
 * Decrypts the secret; null when its key is missing from the key file or the row was tampered with.
 */
export function openSecret(keys: OfficeKeys, userId: string, { key, cipher }: SealedSecret): string | null {
  return decryptPersonNumber(keys, buildLocation(userId), { key_id: key, cipher, blind: Buffer.alloc(0) })
}

function buildLocation(userId: string) {
  return { id: userId, collection: 'second_factor', record_id: userId, field: 'totp' }
}

/** 80 random bits in letters and digits that are easy to tell apart, in four groups. */
export function newRecoveryCode(): string {
  const text = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** 32 characters, so that each byte maps to one without bias: no l, o, i or 1. */
const alphabet = '023456789abcdefghjkmnpqrstuvwxyz'

/**
 * The stored form of a recovery code. 80 random bits cannot be guessed, so a slow hash would add
 * nothing.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  const normalizedCode = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
  return createHash('sha256').update(`${userId}\n${normalizedCode}`).digest('hex')
}

const period = 30
const digits = 6

/** A new secret of 160 bits, in base32 for authenticator apps. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The content of the QR code for authenticator apps: `otpauth://totp/…`. `issuer`: the office,
 * `label`: the person.
 */
export function buildTotpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return createTotp(secret, { issuer, label }).toString()
}

/**
 * The 30-second step this code belongs to: that of `now` or a neighbor, because phone clocks
 * differ; null if none. Compares all three in full, so that timing reveals nothing. `after`: the
 * last used step; it and earlier ones are refused.
 */
export function findMatchingStep(
  secret: string,
  code: string,
  { now, after }: { now: Date; after: number },
): number | null {
  const normalizedCode = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(normalizedCode)) return null
  const totp = createTotp(secret)
  const current = TOTP.counter({ period, timestamp: now.getTime() })
  const matching = [current - 1, current, current + 1].filter((step) => {
    const right = totp.generate({ timestamp: step * period * 1000 })
    return timingSafeEqual(Buffer.from(right), Buffer.from(normalizedCode))
  })
  return matching.find((step) => step > after) ?? null
}

function createTotp(secret: string, naming: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...naming, algorithm: 'SHA1', digits, period, secret: Secret.fromBase32(secret) })
}
