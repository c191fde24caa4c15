import type { Generated } from 'kysely'

export interface AppUserTable {
  id: string
  provider: 'kakao' | 'local'
  provider_id: string
  nickname: string
  profile_img: string | null
  thumbnail_img: string | null
  phone: string | null
  email: string | null
  username: string
  first_name: Generated<string>
  last_name: Generated<string>
  last_login: string | null
  is_staff: Generated<boolean>
  is_superuser: Generated<boolean>
  is_active: Generated<boolean>
  is_demo: Generated<boolean>
  /** 입사일. */
  employment_date: string | null
  /** 퇴사일, the last day of employment. */
  left_on: string | null
  /** The name set by the office, then equal to `nickname`; null: the provider's. */
  name: string | null
  /** Contact data set by the office; null: the provider's. */
  work_email: string | null
  work_phone: string | null
  position: string | null
  dept: string | null
  version: Generated<number>
  edited_by: Generated<string>
  edited_at: string | null
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

export interface SessionTable {
  id: string
  user_id: string
  /** The identity provider; a process configured for another one refuses the session. */
  provider: 'kakao' | 'local' | 'kia'
  /** Device name shown to its owner ("Windows · Chrome"); empty: unknown. */
  device: Generated<string>
  /** Network address of its last use. */
  address: string | null
  /** The last app build it was used with (#contract/admin/server-status.ts); null: unknown. */
  app_build: string | null
  generation: Generated<number>
  tolerated_generation: number | null
  started_at: Generated<string>
  last_used_at: Generated<string>
  ended_at: string | null
  ended_why: SessionEnd | null
  /** When this session last proved a second factor, and with which kind; null: never. */
  factor_at: string | null
  factor_kind: 'passkey' | 'totp' | 'recovery' | null
  /** Consecutive failures since. */
  factor_failures: Generated<number>
  /** When the person was last active on this device. */
  active_at: Generated<string>
  /**
   * sha-256, hex, of the secret that the right PIN on this device unlocks
   * (contract/session/second-factor.ts); null: none.
   */
  pin_proof_hash: string | null
}

/** Why a session ended before its 30 days. */
export type SessionEnd =
  | 'signed_out'
  | 'ended_elsewhere'
  | 'ended_by_office'
  | 'too_many'
  | 'provider_gone'
  | 'restored'
  | 'reuse'
  | 'role_taken'
  | 'deactivated'
  | 'factor_reset'
  | 'factor_failed'

export interface SessionTokenTable {
  /** sha-256 of the token, hex. */
  hash: string
  session_id: string
  kind: 'access' | 'refresh'
  generation: number
  expires_at: string
}

export interface OauthCodeTable {
  hash: string
  client_id: string
  redirect_uri: string
  account: string
  expires_at: string
  /** S256 of the secret of the browser it was issued to. */
  code_challenge: string
}

export interface SignInStateTable {
  /** sha-256 of the state, hex. */
  hash: string
  code_challenge: string
  redirect_uri: string
  expires_at: string
}

/** A Kia account; without `user_id` it waits for a superuser to link it. */
export interface LinkedAccountTable {
  id: string
  provider_id: string
  name: string
  email: string | null
  user_id: string | null
  linked_at: string | null
  linked_by: Generated<string>
  first_seen_at: string
  last_seen_at: string
}

/**
 * A link that makes the person who accepts it staff; open until used, withdrawn or expired, or
 * until its author is no longer a superuser.
 */
export interface InvitationTable {
  id: string
  /** sha-256 of the token, hex. */
  hash: string
  note: string
  made_by: string | null
  made_by_name: string
  made_at: string
  expires_at: string
  used_at: string | null
  used_by: string | null
  used_by_name: Generated<string>
  withdrawn_at: string | null
  withdrawn_by: Generated<string>
}

/** A person's calendar for other programs. The database deletes it when they leave the staff. */
export interface CalendarFeedTable {
  user_id: string
  /** sha-256 of the token, hex. */
  hash: string
  shows_names: boolean
  is_own_only: boolean
  made_at: string
  last_read_at: string | null
}

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
