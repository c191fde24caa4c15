import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows for this key (base32) at a given time. */
export function generateCode(secret: string, moment: Date | number = Date.now()): string {
  const timestamp = typeof moment === 'number' ? moment : moment.getTime()
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
