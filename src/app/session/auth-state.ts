import type { authStateLifetimeMs } from '#contract/session.ts'

/** 30 minutes (spec 3 §9); typed by the contract's constant so that both change together. */
const lifetimeMs: typeof authStateLifetimeMs = 1_800_000

/** What is kept under kakao_auth_state while somebody is away at the provider's page (decision 6). */
export interface AuthState {
  /** Given by the server, which takes it back once; the provider hands it through. */
  state: string
  /** The secret that proves at the end that this browser began; only its S256 left it. */
  verifier: string
  /** Milliseconds since 1970. */
  timestamp: number
  /** Where to go back to. */
  path: string
  search: string
  hash: string
  /** `window`: the sign-in runs in a window of its own, beside the work that goes on. */
  place: 'page' | 'window'
}

export type AuthStateCheck = { ok: true; saved: AuthState } | { ok: false; reason: 'expired' | 'unknown' }

/** Holds what came back against what was kept. `unknown`: not asked for by this browser, which may be an attack or a stale tab. */
export function checkAuthState(saved: AuthState | null, returned: string | null, now: number): AuthStateCheck {
  if (!saved || !returned || saved.state !== returned) return { ok: false, reason: 'unknown' }
  const age = now - saved.timestamp
  // A clock set back makes the age negative; such a state cannot be dated and counts as expired.
  if (age < 0 || age > lifetimeMs) return { ok: false, reason: 'expired' }
  return { ok: true, saved }
}

/** The path to return to, on this site only; never back into a sign-in, nor with the code of one in the address. */
export function returnPath({ path, search, hash }: AuthState): string {
  const isPlace = path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/oauth/')
  return isPlace ? `${path}${search}${hash}` : '/'
}
