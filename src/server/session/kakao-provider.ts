import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import { callProvider, type CodeExchange, type LoginProvider, type ProviderPerson } from './login-provider.ts'

interface KakaoSettings {
  restKey: string
  jsKey?: string | undefined
  clientSecret: string | undefined
  fetch: typeof fetch
  /** Other hosts and a shorter timeout, for tests. */
  authHost?: string
  apiHost?: string
  timeoutMs?: number
}

/**
 * Kakao Login over REST. The browser goes to Kakao's page; only the server exchanges the code and
 * reads the profile. The REST reference does not mention PKCE, but Kakao's discovery document
 * (kauth.kakao.com/.well-known/openid-configuration) lists S256 and its own SDKs use it, so
 * challenge and verifier are sent. If Kakao ignored them, the server's own check (sign-in-state.ts)
 * would still hold. Kakao's tokens are used once and not stored: the office's session does not
 * depend on them, so they cannot leak.
 */
export function createKakaoProvider(settings: KakaoSettings): LoginProvider {
  const authHost = settings.authHost ?? 'https://kauth.kakao.com'
  return {
    name: 'kakao',
    clientId: settings.restKey,
    jsKey: settings.jsKey ?? '',
    authorizeUrl: () => `${authHost}/oauth/authorize`,
    exchange: (request) => exchange({ ...settings, authHost }, request),
  }
}

const kakaoTokenSchema = z.object({ access_token: z.string().min(1) })

const kakaoProfileSchema = z.object({
  nickname: z.string().nullish(),
  profile_image_url: z.string().nullish(),
  thumbnail_image_url: z.string().nullish(),
})

/** The parts of `/v2/user/me` in use; all but the id depend on the person's consent. */
const kakaoPersonSchema = z.object({
  id: z.union([z.int(), z.string().min(1)]),
  kakao_account: z
    .object({
      profile: kakaoProfileSchema.nullish(),
      email: z.string().nullish(),
      is_email_valid: z.boolean().nullish(),
      is_email_verified: z.boolean().nullish(),
      phone_number: z.string().nullish(),
    })
    .nullish(),
})

async function exchange(
  settings: KakaoSettings & { authHost: string },
  request: CodeExchange,
): ReturnType<LoginProvider['exchange']> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: settings.restKey,
    redirect_uri: request.redirectUri,
    code: request.code,
    code_verifier: request.codeVerifier,
  })
  if (settings.clientSecret !== undefined) form.set('client_secret', settings.clientSecret)
  const { fetch, timeoutMs } = settings
  const shared = { fetch, timeoutMs, unavailable: kakaoUnavailable }
  const token = await callProvider({
    ...shared,
    schema: kakaoTokenSchema,
    url: `${settings.authHost}/oauth/token`,
    init: { method: 'POST', body: form },
  })
  if ('refused' in token) return token
  const apiHost = settings.apiHost ?? 'https://kapi.kakao.com'
  const person = await callProvider({
    ...shared,
    schema: kakaoPersonSchema,
    url: `${apiHost}/v2/user/me`,
    init: { headers: { authorization: `Bearer ${token.value.access_token}` } },
  })
  if ('refused' in person) return person
  return { person: toPerson(person.value) }
}

const kakaoUnavailable = problem('unavailable', {
  message: '카카오 서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
})

function toPerson(payload: z.infer<typeof kakaoPersonSchema>): ProviderPerson {
  const account = payload.kakao_account
  const isEmailTrusted = account?.is_email_valid === true && account.is_email_verified === true
  return {
    providerId: String(payload.id),
    nickname: account?.profile?.nickname?.trim() || '카카오 회원',
    profileImg: toHttps(account?.profile?.profile_image_url),
    thumbnailImg: toHttps(account?.profile?.thumbnail_image_url),
    phone: account?.phone_number ?? null,
    email: isEmailTrusted ? (account.email ?? null) : null,
  }
}

/**
 * Kakao still returns http URLs of pictures, which browsers block on https pages. Drops anything
 * but a web URL.
 */
function toHttps(url: string | null | undefined): string | null {
  if (!url || !/^https?:\/\//.test(url)) return null
  return url.replace(/^http:/, 'https:')
}
