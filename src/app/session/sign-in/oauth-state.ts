import type { authStateLifetimeMs } from '#contract/session/session.ts'

/** 30 minutes. Typed by the contract's constant so that both change together. */
const lifetimeMs: typeof authStateLifetimeMs = 1_800_000

/** Saved under kakao_auth_state while the user is on the provider's page. */
export interface OAuthState {
  /** Issued by the server, accepted once, and passed through by the provider. */
  state: string
  /** PKCE secret that proves this browser began the sign-in; only its S256 hash is sent out. */
  verifier: string
  /** Unix time in ms. */
  timestamp: number
  /** Path to return to. */
  path: string
  search: string
  hash: string
  /** `window`: the sign-in runs in a popup, so the open page keeps its state. */
  place: 'page' | 'window'
}

type OAuthStateCheck = { ok: true; saved: OAuthState } | { ok: false; reason: 'expired' | 'unknown' }

/**
 * Compares the returned state with the saved one. `unknown`: this browser did not request it, which
 * may be an attack or a stale tab.
 */
export function checkOAuthState(saved: OAuthState | null, returned: string | null, now: number): OAuthStateCheck {
  if (!saved || !returned || saved.state !== returned) return { ok: false, reason: 'unknown' }
  const age = now - saved.timestamp
  // The clock was set back after the state was saved, so its age is unknown; treat it as expired.
  if (age < 0 || age > lifetimeMs) return { ok: false, reason: 'expired' }
  return { ok: true, saved }
}

/**
 * Path to return to, on this site only. Never leads back into the sign-in or to a URL that carries
 * an authorization code.
 */
export function returnPath({ path, search, hash }: OAuthState): string {
  const isOnSite = path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/oauth/')
  return isOnSite ? `${path}${search}${hash}` : '/'
}
