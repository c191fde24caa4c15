import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
const digits = 6

/** A new secret of 160 bits, base32 as authenticator apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What stands in the picture that an authenticator app reads: `otpauth://totp/…`. `issuer`: the office, `label`: whose it is. */
export function totpUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString()
}

/**
 * The 30-second step whose code this is, of the one of `now` and its two neighbours (clocks of telephones differ); null: of none. All three are compared whole, so that no time tells how much
 * of a code was right. `after`: a step already used, which neither it nor an earlier one is taken for again.
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
