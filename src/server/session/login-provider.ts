import { problem, type Problem } from '#contract/problem.ts'
import type { App } from '#server/deps.ts'

/**
 * Where people prove who they are. Two implementations speak the same protocol (Kakao's authorization code flow): `kakao-provider.ts` and, without Kakao
 * keys and on loopback only, `local-provider.ts`.
 */
export type LoginProvider = {
  name: 'kakao' | 'local'
  /** Kakao's REST key, or the name of the built-in client. Public: the browser sends it to the authorize page. */
  clientId: string
  /** Kakao's JavaScript key for clients that load its SDK; the app itself loads none. Empty: not set. */
  jsKey: string
  /** The authorize page, absolute; asked once the server is ready. */
  authorizeUrl: () => string
  /** Turns the code of a finished sign-in into the person. A used, expired or foreign code is a refusal. */
  exchange: (request: CodeExchange) => Promise<{ person: ProviderPerson } | { refused: Problem }>
  /** Adds to the server what a provider of our own needs. */
  register?: (app: App) => void
}

/** `codeVerifier`: the secret of the browser, whose S256 went with the authorize call. */
export type CodeExchange = { code: string; redirectUri: string; codeVerifier: string }

export type ProviderPerson = {
  providerId: string
  nickname: string
  profileImg: string | null
  thumbnailImg: string | null
  phone: string | null
  /** Only if the provider has verified it. */
  email: string | null
  /** What a demo account of the local provider starts with; Kakao never says anything about roles. */
  demo?: { isStaff: boolean; isSuperuser: boolean }
}

/** One sentence for every way a code can be wrong: which one it was is no business of the caller. */
export const badCode = problem('invalid_request', {
  message: '인증 코드가 만료되었거나 이미 사용되었습니다. 다시 로그인해 주세요.',
})
