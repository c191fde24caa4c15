import type { z } from 'zod'
import { problem, type Problem } from '#contract/problem.ts'
import type { App } from '#server/deps.ts'

/**
 * An identity provider. Two implementations of one protocol (Kakao's authorization code flow):
 * `kakao-provider.ts` and, without Kakao keys and on loopback only, `local-provider.ts`.
 */
export interface LoginProvider {
  name: 'kakao' | 'local'
  /**
   * Kakao's REST key, or the name of the built-in client. Public: the browser sends it to the
   * authorize page.
   */
  clientId: string
  /** Kakao's JavaScript key for clients that load its SDK; the app does not. Empty: not set. */
  jsKey: string
  /** The absolute URL of the authorize page; call it once the server is ready. */
  authorizeUrl: () => string
  /**
   * Turns the code of a finished sign-in into the person. Refuses a used, expired or foreign code.
   */
  exchange: (request: CodeExchange) => Promise<{ person: ProviderPerson } | { refused: Problem }>
  /** Adds the routes of a built-in provider to the server. */
  register?: (app: App) => void
}

/** `codeVerifier`: the browser's secret, whose S256 hash was sent with the authorize call. */
export interface CodeExchange {
  code: string
  redirectUri: string
  codeVerifier: string
}

export interface ProviderPerson {
  providerId: string
  nickname: string
  profileImg: string | null
  thumbnailImg: string | null
  phone: string | null
  /** Only if the provider has verified it. */
  email: string | null
  /** Initial roles of a demo account; Kakao has no roles. */
  demo?: { isStaff: boolean; isSuperuser: boolean }
}

/** One message for all invalid codes, so that the caller does not learn why. */
export const invalidCodeProblem = problem('invalid_request', {
  message: '인증 코드가 만료되었거나 이미 사용되었습니다. 다시 로그인해 주세요.',
})

interface ProviderCall<T> {
  fetch: typeof fetch
  url: string
  init: RequestInit
  schema: z.ZodType<T>
  timeoutMs: number | undefined
  /** The message when the provider itself fails. */
  unavailable: Problem
}

/**
 * Calls the provider. A 4xx response means that it refuses the code. No response, 5xx or an
 * unreadable response mean that it fails, and the person may retry.
 */
export async function callProvider<T>(call: ProviderCall<T>): Promise<{ value: T } | { refused: Problem }> {
  try {
    const signal = AbortSignal.timeout(call.timeoutMs ?? 8000)
    const response = await call.fetch(call.url, { ...call.init, signal, redirect: 'error' })
    if (response.status >= 400 && response.status < 500) return { refused: invalidCodeProblem }
    const parsed = call.schema.safeParse(response.ok ? await response.json() : undefined)
    return parsed.success ? { value: parsed.data } : { refused: call.unavailable }
  } catch {
    return { refused: call.unavailable }
  }
}
