import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows for this key (base32) at a given time. */
export function generateCode(secret: string, at: Date | number = Date.now()): string {
  const timestamp = typeof at === 'number' ? at : at.getTime()
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
