import { z } from 'zod'

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

/** `GET /oauth/get_keys/kakao`: `restKey` is the client id; `authorizeUrl` is Kakao's page or, without Kakao keys, the built-in local provider's. */
export const providerKeysSchema = z.object({
  jsKey: z.string(),
  restKey: z.string(),
  authorizeUrl: z.string(),
})

/** `POST /oauth/callback/kakao`. */
export const callbackRequestSchema = z.strictObject({
  code: z.string().min(1).max(500),
  redirect_uri: z.string().min(1).max(2000),
  return_uri: z.string().max(2000).optional(),
})

/** Answer of the callback and of `POST /oauth/get_refresh_token/kakao/`. Both tokens are opaque; access lives 1 hour, refresh rotates (decision 6). */
export const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds until the access token ends. */
  expires_in: z.int().positive(),
  user_info: userInfoSchema,
})
export type Tokens = z.infer<typeof tokensSchema>

export const refreshRequestSchema = z.strictObject({ refresh_token: z.string().min(1).max(500) })

/** `POST /oauth/check_token/kakao/`. */
export const checkTokenRequestSchema = z.strictObject({ access_token: z.string().min(1).max(500) })
export const checkTokenAnswerSchema = z.object({ is_valid: z.boolean() })

/** `POST /oauth/get_user_info/kakao/`. */
export const userInfoRequestSchema = z.strictObject({
  access_token: z.string().min(1).max(500),
  refresh_token: z.string().max(500).optional(),
})
export const userInfoAnswerSchema = z.object({ user_info: userInfoSchema })

/** `POST /oauth/logout`: ends the session of the refresh token's family on this device. */
export const signOutRequestSchema = z.strictObject({ refresh_token: z.string().max(500).optional() })
export const signOutAnswerSchema = z.object({ ok: z.literal(true) })

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
