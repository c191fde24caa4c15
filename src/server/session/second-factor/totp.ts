import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

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
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

/**
 * The 30-second step this code belongs to: that of `now` or a neighbour, because phone clocks
 * differ; null if none. Compares all three in full, so that timing reveals nothing. `after`: the
 * last used step; it and earlier ones are refused.
 */
export function stepOfCode(secret: string, code: string, { now, after }: { now: Date; after: number }): number | null {
  const plain = code.normalize('NFKC').replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(plain)) return null
  const totp = totpOf(secret)
  const current = TOTP.counter({ period, timestamp: now.getTime() })
  const matching = [current - 1, current, current + 1].filter((step) => {
    const right = totp.generate({ timestamp: step * period * 1000 })
    return timingSafeEqual(Buffer.from(right), Buffer.from(plain))
  })
  return matching.find((step) => step > after) ?? null
}

function totpOf(secret: string, words: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...words, algorithm: 'SHA1', digits, period, secret: Secret.fromBase32(secret) })
}
