import type { Generated } from 'kysely'

/** A person's second factors and their failures. */
export interface SecondFactorTable {
  user_id: string
  totp_key: string | null
  totp_cipher: Buffer | null
  totp_since: string | null
  totp_step: Generated<number>
  new_totp_key: string | null
  new_totp_cipher: Buffer | null
  new_totp_at: string | null
  failures: Generated<number>
  locks: Generated<number>
  locked_until: string | null
}

export interface PasskeyTable {
  id: string
  user_id: string
  /** base64url, as sent by the browser. */
  credential_id: string
  /** COSE. */
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  is_backed_up: boolean
  made_at: string
  last_used_at: string | null
}

export interface RecoveryCodeTable {
  user_id: string
  hash: string
  used_at: string | null
}

export interface FactorChallengeTable {
  challenge: string
  session_id: string
  purpose: 'pass' | 'enrol'
  expires_at: string
}
