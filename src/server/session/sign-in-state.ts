import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { authStateLifetimeMs } from '#contract/session/session.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import type { Database } from '#server/db/client.ts'

/**
 * Far more pending sign-ins than an office has. Beyond it the oldest are dropped, so that a flood
 * from many IP addresses locks nobody out.
 */
const maxPendingSignIns = 10_000

interface StateDeps {
  db: Database
  now: () => Date
}

/**
 * Records the start of a sign-in and returns the state to send to the provider. Only the browser
 * that holds the verifier of `codeChallenge` can finish it: a stolen state and code are useless,
 * and cannot be forced on another person.
 */
export async function startSignInState(
  { db, now }: StateDeps,
  start: { codeChallenge: string; redirectUri: string },
): Promise<string> {
  const state = newToken('state')
  await db
    .insertInto('sign_in_state')
    .values({
      hash: hashToken(state),
      code_challenge: start.codeChallenge,
      redirect_uri: start.redirectUri,
      expires_at: new Date(now().getTime() + authStateLifetimeMs).toISOString(),
    })
    .execute()
  await sweepSignIns({ db, now })
  return state
}

/** Whether a sign-in with this state, challenge and URL is pending. */
export async function isPending(
  { db, now }: StateDeps,
  start: { state: string; codeChallenge: string; redirectUri: string },
): Promise<boolean> {
  const pendingState = await db
    .selectFrom('sign_in_state')
    .select('hash')
    .where('hash', '=', hashToken(start.state))
    .where('code_challenge', '=', start.codeChallenge)
    .where('redirect_uri', '=', start.redirectUri)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  return pendingState !== undefined
}

/**
 * True once for a state that this server gave to this browser for this URL within 30 minutes. The
 * lookup always deletes it: of two concurrent callers only one finds it, and no verifier can be
 * tried twice.
 */
export async function consumeSignIn(
  { db, now }: StateDeps,
  returned: { state: string; codeVerifier: string; redirectUri: string },
): Promise<boolean> {
  const start = await db
    .deleteFrom('sign_in_state')
    .where('hash', '=', hashToken(returned.state))
    .returning(['code_challenge', 'redirect_uri', 'expires_at'])
    .executeTakeFirst()
  return (
    start !== undefined &&
    start.code_challenge === computeChallenge(returned.codeVerifier) &&
    start.redirect_uri === returned.redirectUri &&
    Date.parse(start.expires_at) > now().getTime()
  )
}

/**
 * Deletes expired and surplus sign-ins. Skips rows locked by another call: two sweeps that wait for
 * each other would both fail.
 */
export async function sweepSignIns({ db, now }: StateDeps): Promise<void> {
  const overflowCutoff = sql`(select expires_at from sign_in_state order by expires_at desc offset ${maxPendingSignIns - 1} limit 1)`
  await sql`delete from sign_in_state where hash in (
    select hash from sign_in_state where expires_at <= ${now().toISOString()} or expires_at < ${overflowCutoff}
    for update skip locked)`.execute(db)
}

/**
 * Whether a URL is one of our own pages, to which the browser may be sent with a code. `origin`:
 * the public origin of this server.
 */
export function isOwnUrl(origin: string, url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.origin === origin && parsed.username === '' && parsed.password === ''
}

/** The challenge of a verifier (RFC 7636 §4.2, S256). */
export function computeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
