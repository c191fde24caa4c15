import { z } from 'zod'
import { idSchema, instantSchema } from './values.ts'

/** Who is signed in (spec 1 §3 "Logged-in user info", spec 3 §3). Profile image addresses are upgraded to https by the server. */
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

/** `GET /oauth/get_keys/kakao`: `restKey` is the client id, `jsKey` the key of Kakao's SDK, empty where none is set; `authorizeUrl` is Kakao's page or, without Kakao keys, the built-in local provider's. */
export const providerKeysSchema = z.object({
  jsKey: z.string(),
  restKey: z.string(),
  authorizeUrl: z.string(),
})

/** `GET /oauth/providers`: the ways to sign in that this server offers, the office's own first. `local`: demo accounts. */
export const providersSchema = z.object({ providers: z.array(z.enum(['kakao', 'local', 'kia'])) })
export type SignInProvider = z.infer<typeof providersSchema>['providers'][number]

/** `GET /oauth/get_keys/kia`: `key` names the provider; its secret stays on the server. */
export const kiaKeysSchema = z.object({ clientId: z.string(), key: z.string(), authorizeUrl: z.string() })

/** What a challenge looks like: base64url of a sha-256 (RFC 7636 §4.2). */
export const codeChallengeSchema = z.string().regex(/^[\w-]{43}$/)

/**
 * `POST /oauth/begin/kakao`: before the browser goes to the provider's page. It keeps a random `code_verifier` to itself and sends only its S256 here, so that the
 * callback can be made by nobody else.
 */
export const beginSignInRequestSchema = z.strictObject({
  code_challenge: codeChallengeSchema,
  redirect_uri: z.string().min(1).max(2000),
})
/** `state` works once and for 30 minutes; `authorizeUrl` is the whole address to go to. */
export const beginSignInAnswerSchema = z.object({ state: z.string().min(1), authorizeUrl: z.url() })

/** `POST /oauth/callback/kakao`. `state` as the provider brought it back, `code_verifier` as the browser kept it. */
export const callbackRequestSchema = z.strictObject({
  code: z.string().min(1).max(500),
  redirect_uri: z.string().min(1).max(2000),
  return_uri: z.string().max(2000).optional(),
  state: z.string().min(1).max(500),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  /** Token of an invitation that this sign-in makes use of; one that is not open any more makes nobody staff and hinders nobody from signing in. */
  invitation: z.string().min(1).max(200).optional(),
})

/** Answer of the callback and of `POST /oauth/get_refresh_token/kakao/`. Both tokens are opaque; access lives 1 hour, refresh rotates (decision 6). */
export const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds until the access token ends. */
  expires_in: z.int().positive(),
  user_info: userInfoSchema,
  /** Staff's copies on devices must be sealed (`OFFLINE_COPIES`). */
  seals_copies: z.boolean().optional(),
})
export type Tokens = z.infer<typeof tokensSchema>

export const refreshRequestSchema = z.strictObject({ refresh_token: z.string().max(500).default('') })
/** Said where a session is to be renewed and nothing is there to renew it with. */
export const noRefreshTokenText = '리프레시 토큰이 없습니다.'

/** `POST /oauth/check_token/kakao/`. */
export const checkTokenRequestSchema = z.strictObject({ access_token: z.string().min(1).max(500) })
export const checkTokenAnswerSchema = z.object({
  is_valid: z.boolean(),
  /** As in `Tokens`, for devices that signed in before it was so; only of a valid token. */
  seals_copies: z.boolean().optional(),
})

/** `POST /oauth/get_user_info/kakao/`. */
export const userInfoRequestSchema = z.strictObject({
  access_token: z.string().min(1).max(500),
  refresh_token: z.string().max(500).optional(),
})
export const userInfoAnswerSchema = z.object({ user_info: userInfoSchema })

/** `POST /oauth/logout`: ends the session of this device, named by its refresh token, by the access token of the `Authorization` header, or by both. */
export const signOutRequestSchema = z.strictObject({ refresh_token: z.string().max(500).optional() }).nullish()
export const signOutAnswerSchema = z.object({ ok: z.literal(true) })

/** A sign-in ends for good this long after it began, whatever was renewed meanwhile. */
export const sessionDays = 30

/** Whoever signs in on one device more ends the session used longest ago. */
export const maxSessions = 20

/** Base of the calls by which people look after their own sessions. */
export const devicesPath = '/api/session/devices'

/** `GET /api/session/devices`: where one is signed in, this device first, then by last use. */
export const devicesSchema = z.object({
  devices: z.array(
    z.object({
      id: idSchema,
      /** "Windows · Chrome"; empty: not known. */
      device: z.string(),
      /** Network address of the last use; null: not known. */
      address: z.string().nullable(),
      started_at: instantSchema,
      /** Kept to about ten minutes. */
      last_used_at: instantSchema,
      ends_at: instantSchema,
      /** The session that asks. */
      is_this: z.boolean(),
    }),
  ),
})
export type Device = z.infer<typeof devicesSchema>['devices'][number]

/** `DELETE /api/session/devices?which=`: `others` leaves the session that asks. */
export const endDevicesQuerySchema = z.strictObject({ which: z.enum(['others', 'all']) })

/** How many sessions were ended. */
export const endedDevicesSchema = z.object({ ended: z.int().nonnegative() })

/** Saved sign-in states expire after 30 minutes (spec 3 §9). */
export const authStateLifetimeMs = 1_800_000

/** Keys of local storage (spec 3 §3 "Locally stored login data"). */
export const sessionStorageKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  userInfo: 'user_info',
  lastLoginTime: 'last_login_time',
  authState: 'kakao_auth_state',
  providerToken: 'kakao_token',
  providerRefreshToken: 'kakao_refresh_token',
} as const
