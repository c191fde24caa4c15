import { z } from 'zod'
import type { BoxLabel } from '#contract/person-numbers/sealed-box.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/** The signed-in user. The server upgrades profile image URLs to https. */
export const userInfoSchema = z.object({
  id: z.string(),
  nickname: z.string(),
  kakao_profile_img: z.string().nullable(),
  kakao_thumbnail_img: z.string().nullable(),
  kakao_phone_number: z.string().nullable(),
  email: z.string().nullable(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  last_login: z.string().nullable(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
})
export type UserInfo = z.infer<typeof userInfoSchema>

/**
 * `GET /oauth/get_keys/kakao`: `restKey` is the client id, `jsKey` the key of Kakao's SDK (empty if
 * not set); `authorizeUrl` is Kakao's page or, without Kakao keys, the built-in local provider's.
 */
export const providerKeysSchema = z.object({
  jsKey: z.string(),
  restKey: z.string(),
  authorizeUrl: z.string(),
})

/**
 * `GET /oauth/providers`: sign-in methods of this server, the office's own first. `local`: demo
 * accounts.
 */
export const providersSchema = z.object({ providers: z.array(z.enum(['kakao', 'local', 'kia'])) })
export type SignInProvider = z.infer<typeof providersSchema>['providers'][number]

/** `GET /oauth/get_keys/kia`: `key` names the provider; its secret stays on the server. */
export const kiaKeysSchema = z.object({ clientId: z.string(), key: z.string(), authorizeUrl: z.string() })

/** Format of a challenge: base64url of a SHA-256 (RFC 7636 §4.2). */
export const codeChallengeSchema = z.string().regex(/^[\w-]{43}$/)

/**
 * `POST /oauth/begin/kakao`: called before the browser goes to the provider's page. The browser
 * keeps a random `code_verifier` and sends only its S256 challenge, so that nobody else can
 * complete the sign-in.
 */
export const startSignInRequestSchema = z.strictObject({
  code_challenge: codeChallengeSchema,
  redirect_uri: z.string().min(1).max(2000),
})
/** `state` works once and for 30 minutes; `authorizeUrl` is the full URL to open. */
export const startSignInResponseSchema = z.object({ state: z.string().min(1), authorizeUrl: z.url() })

/**
 * `POST /oauth/callback/kakao`. `state` as returned by the provider, `code_verifier` as stored in
 * the browser.
 */
export const callbackRequestSchema = z.strictObject({
  code: z.string().min(1).max(500),
  redirect_uri: z.string().min(1).max(2000),
  return_uri: z.string().max(2000).optional(),
  state: z.string().min(1).max(500),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  /**
   * Token of an invitation to use with this sign-in. One that is no longer open is ignored; the
   * sign-in still succeeds.
   */
  invitation: z.string().min(1).max(200).optional(),
})

/**
 * Response of the callback and of `POST /oauth/get_refresh_token/kakao/`. Both tokens are opaque;
 * the access token lives 1 hour, the refresh token rotates.
 */
export const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.int().positive(),
  user_info: userInfoSchema,
  /** Whether offline copies on staff devices must be encrypted (`OFFLINE_COPIES`). */
  seals_copies: z.boolean().optional(),
})
export type Tokens = z.infer<typeof tokensSchema>

export const refreshRequestSchema = z.strictObject({ refresh_token: z.string().max(500).default('') })
/** Message if a session should be renewed without a refresh token. */
export const noRefreshTokenText = '리프레시 토큰이 없습니다.'

export const checkTokenRequestSchema = z.strictObject({ access_token: z.string().min(1).max(500) })
export const checkTokenResponseSchema = z.object({
  is_valid: z.boolean(),
  /**
   * As in `Tokens`, for devices that signed in before the setting changed; only for a valid token.
   */
  seals_copies: z.boolean().optional(),
})

export const userInfoRequestSchema = z.strictObject({
  access_token: z.string().min(1).max(500),
  refresh_token: z.string().max(500).optional(),
})
export const userInfoResponseSchema = z.object({ user_info: userInfoSchema })

/**
 * `POST /oauth/logout`: ends this device's session, identified by its refresh token, the access
 * token of the `Authorization` header, or both.
 */
export const signOutRequestSchema = z.strictObject({ refresh_token: z.string().max(500).optional() }).nullish()
export const signOutResponseSchema = z.object({ ok: z.literal(true) })

/** Maximum lifetime of a sign-in, regardless of renewals. */
export const sessionDays = 30

/** One more sign-in ends the least recently used session. */
export const maxSessions = 20

/** Base of the calls about the user's own sessions. */
export const devicesPath = '/api/session/devices'

/** `GET /api/session/devices`: the user's sessions, this device first, then by last use. */
export const devicesSchema = z.object({
  devices: z.array(
    z.object({
      id: idSchema,
      /** "Windows · Chrome"; empty if unknown. */
      device: z.string(),
      /** IP address of the last use; null if unknown. */
      address: z.string().nullable(),
      started_at: instantSchema,
      /** Accurate to about ten minutes. */
      last_used_at: instantSchema,
      ends_at: instantSchema,
      /** The session that makes this call. */
      is_this: z.boolean(),
    }),
  ),
})
export type Device = z.infer<typeof devicesSchema>['devices'][number]

/** `DELETE /api/session/devices?which=`: `others` keeps the session that makes the call. */
export const endDevicesQuerySchema = z.strictObject({ which: z.enum(['others', 'all']) })

export const endedDevicesSchema = z.object({ ended: z.int().nonnegative() })

/** Lifetime of saved sign-in states. */
export const authStateLifetimeMs = 1_800_000

/** Keys of local storage. */
export const sessionStorageKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  userInfo: 'user_info',
  lastLoginTime: 'last_login_time',
  authState: 'kakao_auth_state',
  providerToken: 'kakao_token',
  providerRefreshToken: 'kakao_refresh_token',
} as const

/**
 * Returns the key of a device's unsent edits to their owner. After five wrong PINs, three days
 * without contact or a forgotten PIN the encrypted copy cannot be opened, but unsent edits must not
 * be lost.
 */
export const copyKeyPath = '/api/session/copy_key'
export const copyKeyRequestSchema = z.strictObject({
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  box: z.string().regex(/^[\w-]{100,400}$/),
})
/** Base64url of 32 bytes. */
export const copyKeySchema = z.object({ key: z.string().regex(/^[\w-]{43}$/) })

/** Binds the box to the person, so that the server never gives the key to anybody else. */
export function buildEscrowLabel(userId: string): BoxLabel {
  return { purpose: 'ongyeol-office offline copy', name: userId }
}
