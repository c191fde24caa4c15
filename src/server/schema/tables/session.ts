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
  /** As the office writes it, and then `nickname` too; null: as the provider says. */
  name: string | null
  /** As the office writes them; null: the provider's. */
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
  /** Who vouched for the person; a process that is set up for another provider refuses the session. */
  provider: 'kakao' | 'local' | 'kia'
  /** In the owner's words ("Windows · Chrome"); empty: unknown. */
  device: Generated<string>
  /** Where it was last used from. */
  address: string | null
  /** Which build of the app it was last seen with (#contract/server-status.ts); null: none told. */
  app_build: string | null
  generation: Generated<number>
  tolerated_generation: number | null
  started_at: Generated<string>
  last_used_at: Generated<string>
  ended_at: string | null
  ended_why: SessionEnd | null
  /** When this session last proved a second factor, and by what; null: never. */
  factor_at: string | null
  factor_kind: 'passkey' | 'totp' | 'recovery' | null
  /** Wrong ones since, in a row. */
  factor_failures: Generated<number>
  /** When the person last did something on this device. */
  active_at: Generated<string>
  /** sha-256, hex, of the secret that a right PIN on this device gives (session/second-factor.ts); null: none. */
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

/** An account of the vehicle maker's sign-in; without `user_id` it waits to be linked by a superuser. */
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

/** A link that makes whoever opens it staff; open while neither used nor withdrawn nor expired, and its maker a superuser. */
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
