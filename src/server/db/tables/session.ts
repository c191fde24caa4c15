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
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

export interface SessionTable {
  id: string
  user_id: string
  generation: Generated<number>
  tolerated_generation: number | null
  started_at: Generated<string>
  last_used_at: Generated<string>
  ended_at: string | null
  ended_why: 'signed_out' | 'reuse' | 'role_taken' | 'deactivated' | null
}

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
}
