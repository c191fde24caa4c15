import { z } from 'zod'
import { problem, type Problem } from '#contract/problem.ts'
import { callProvider, type CodeExchange } from './login-provider.ts'

interface KiaSettings {
  clientId: string
  clientSecret: string
  /** Origin of authorize page, tokens and profiles. */
  host: string
}

/** A person as Kia knows them, so that a superuser can recognize the account. */
export interface KiaPerson {
  providerId: string
  name: string
  email: string | null
}

/**
 * Kia's authorize page. Its protocol has no PKCE: our own server checks state and verifier
 * (sign-in-state.ts).
 */
export function buildKiaAuthorizeUrl(settings: KiaSettings, start: { redirectUri: string; state: string }): string {
  const url = new URL(`${settings.host}/api/v1/user/oauth2/authorize`)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: start.redirectUri,
    state: start.state,
  }).toString()
  return url.href
}

/**
 * Turns the code of a finished sign-in into the person: exchanges the code for a token with basic
 * authorization, then reads the profile. Kia's tokens are used once and not stored. `timeoutMs`: a
 * shorter timeout for tests.
 */
export async function exchangeKiaCode(
  settings: KiaSettings,
  request: Pick<CodeExchange, 'code' | 'redirectUri'>,
  timeoutMs?: number,
): Promise<{ person: KiaPerson } | { refused: Problem }> {
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  const token = await callProvider({
    fetch,
    timeoutMs,
    unavailable,
    schema: tokenSchema,
    url: `${settings.host}/api/v1/user/oauth2/token`,
    init: {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: request.code,
        redirect_uri: request.redirectUri,
      }),
    },
  })
  if ('refused' in token) return token
  const profile = await callProvider({
    fetch,
    timeoutMs,
    unavailable,
    schema: profileSchema,
    url: `${settings.host}/api/v1/user/profile`,
    init: { headers: { authorization: `Bearer ${token.value.access_token}` } },
  })
  if ('refused' in profile) return profile
  const { id, name, email } = profile.value
  return { person: { providerId: String(id), name: limitText(name) || '이름 없음', email: limitText(email) || null } }
}

const tokenSchema = z.object({ access_token: z.string().min(1) })

const profileSchema = z.object({
  id: z.union([z.int(), z.string().min(1).max(200)]),
  name: z.string().nullish(),
  email: z.string().nullish(),
})

/** Limits text to one line; only superusers see it. */
function limitText(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\u0000', '').trim().slice(0, 100)
}

const unavailable = problem('unavailable', {
  message: '기아 로그인 서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
})
