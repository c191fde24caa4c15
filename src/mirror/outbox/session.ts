import { type FactorReason, type ProblemCode, problemSchema, problemStatus } from '#contract/problem.ts'
import { type Tokens, tokensSchema } from '#contract/session/session.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { withLock } from '#mirror/runtime/take-lock.ts'
import { createTimeoutSignal, withDeadline } from '#mirror/runtime/timing.ts'
import { dropRevoked } from '#mirror/vault/vault-database.ts'
import { type Outbox, subscribeOutbox, withOutbox } from './open-outbox.ts'
import { buildOutboxName, listOutboxOwners, type SessionRow } from './outbox-database.ts'
import { parseJson } from './sending/classify-response.ts'
import { writeOutbox } from './write-outbox.ts'

/**
 * `fresh`: the row has another access token now. `refused`: the server ended the session, the user
 * has to sign in. `unreachable`: no response, try later. `signed_out`: there is no session here.
 */
type RefreshOutcome = 'fresh' | 'refused' | 'unreachable' | 'signed_out'

const refreshPath = '/oauth/get_refresh_token/kakao/'
const timeoutMs = 30_000
const refusalStatuses = new Set([400, 401, 403])

/**
 * Renews the session, once for all tabs and workers: the second to get the lock finds the row
 * already renewed. A lost response may be requested again with the same refresh token; the server
 * tolerates it. No response deletes anything.
 */
export async function refreshSession(outbox: Outbox, usedAccessToken: string): Promise<RefreshOutcome> {
  return withLock(outbox.runtime, `session-${buildOutboxName(outbox.userId)}`, async () => {
    const row = await writeOutbox(outbox, (write) => write.getSession())
    if (!row) return 'signed_out'
    if (row.isRefused) return 'refused'
    if (row.accessToken !== usedAccessToken) return 'fresh'
    const renewed = await requestTokens(outbox, row.refreshToken)
    if (renewed === 'unreachable') return 'unreachable'
    if (renewed === 'revoked') await dropRevoked(outbox.runtime, outbox.userId)
    await writeOutbox(outbox, async (write) => {
      const current = await write.getSession()
      // Signed out or in again meanwhile; the newer state stays.
      if (!current || current.refreshToken !== row.refreshToken) return
      write.setSession(typeof renewed === 'string' ? { ...current, isRefused: true } : toSessionRow(outbox, renewed))
    })
    return typeof renewed === 'string' ? 'refused' : 'fresh'
  })
}

function toSessionRow(outbox: Outbox, tokens: Tokens): SessionRow {
  return {
    id: 'session',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: outbox.runtime.now() + tokens.expires_in * 1000,
    userInfo: tokens.user_info,
    isRefused: false,
  }
}

async function requestTokens(
  outbox: Outbox,
  refreshToken: string,
): Promise<Tokens | 'refused' | 'revoked' | 'unreachable'> {
  const { runtime } = outbox
  const pending = withDeadline(runtime, { ms: timeoutMs }, async (signal) => {
    const response = await runtime.fetch(runtime.baseUrl + refreshPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
    const body: unknown = await response.json()
    const refusal = readRefusal(response.status, body)
    if (refusal) return refusal === 'device_revoked' ? 'revoked' : 'refused'
    const tokens = response.ok ? tokensSchema.safeParse(body) : null
    // Tokens of another user would send this user's work under the wrong name.
    return tokens?.success && tokens.data.user_info.id === outbox.userId ? tokens.data : 'unreachable'
  })
  return pending.catch(() => 'unreachable' as const)
}

/**
 * Only our server's own refusal ends a session: its problem code must fit its status. A portal or
 * proxy may respond 401 or 403 too, even as JSON.
 */
function readRefusal(status: number, body: unknown): ProblemCode | null {
  const parsedProblem = problemSchema.safeParse(body).data
  return refusalStatuses.has(status) && parsedProblem && problemStatus[parsedProblem.code] === status
    ? parsedProblem.code
    : null
}

/**
 * Stores with the session, for every tab and worker, whether the server requires the second
 * factor or responds normally again. Deletes nothing; waiting entries keep waiting. Returns the
 * response.
 */
async function saveFactorState(outbox: Outbox, response: Response): Promise<Response> {
  const needsFactor = response.status === 428 ? await isFactorRequired(response.clone()) : response.ok ? false : null
  const isFactorNeeded = outbox.image.session?.needsFactor === true
  if (needsFactor === null || needsFactor === isFactorNeeded) return response
  // If the device cannot store it, the next call notes it.
  await writeOutbox(outbox, async (write) => {
    const session = await write.getSession()
    if (session) write.setSession({ ...session, needsFactor })
  }).catch(() => undefined)
  return response
}

/**
 * Only our server's own problem counts, because a proxy may respond 428 too. When one action
 * requires a fresh factor, all others are handled as before.
 */
async function isFactorRequired(response: Response): Promise<boolean | null> {
  const factor = await readRequiredFactor(response)
  return factor === null || factor === 'fresh' ? null : true
}

/** Why our server requires the second factor; null when it does not. */
export async function readRequiredFactor(response: Response): Promise<FactorReason | null> {
  const parsed = problemSchema.safeParse(parseJson(await response.text().catch(() => '')))
  if (!parsed.success || parsed.data.code !== 'second_factor_needed') return null
  return parsed.data.factor ?? 'pass'
}

/** The session of the outbox's user; null without one, when it is refused, or for another user. */
export function findValidSession({ image: { session }, userId }: Outbox): SessionRow | null {
  return session && !session.isRefused && session.userInfo.id === userId ? session : null
}

/**
 * `fetch` of a path of our server with the session next to the outbox. A 401 renews the session
 * (once for all tabs) and repeats the call. Without a session, or when it cannot be renewed, the
 * response is a 401; rejects like fetch when there is no response. A given `signal` replaces the
 * default timeout of a minute, which covers the whole body.
 */
export async function fetchWithSession(outbox: Outbox, path: string, init: RequestInit = {}): Promise<Response> {
  const session = outbox.image.session
  if (!session || session.isRefused) return new Response(null, { status: 401 })
  const response = await fetchWithToken(outbox, session.accessToken, { path, init })
  if (response.status !== 401) return await saveFactorState(outbox, response)
  const outcome = await refreshSession(outbox, session.accessToken)
  const renewed = outbox.image.session
  if (outcome !== 'fresh' || !renewed) return response
  // An unread stream or page would hold its connection.
  await response.body?.cancel()
  return await saveFactorState(outbox, await fetchWithToken(outbox, renewed.accessToken, { path, init }))
}

function fetchWithToken(
  { runtime }: Outbox,
  accessToken: string,
  { path, init }: { path: string; init: RequestInit },
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${accessToken}`)
  const signal = init.signal ?? createTimeoutSignal(runtime)
  return runtime.fetch(runtime.baseUrl + path, { ...init, headers, signal, credentials: 'omit' })
}

/** Stores the session after sign-in and queues the entries held for it, in their original order. */
export async function saveSession(outbox: Outbox, tokens: Tokens): Promise<void> {
  if (tokens.user_info.id !== outbox.userId) throw new Error('a session can only be saved to its own outbox')
  await writeOutbox(outbox, async (write) => {
    write.setSession(toSessionRow(outbox, tokens))
    for (const entry of await write.entries(({ state }) => state === 'held_auth'))
      write.put({ ...entry, state: 'queued', nextTryAt: 0 })
  })
}

/**
 * Removes the session at sign-out; nobody sends what waits until this user signs in again. Also
 * removes what doesn't wait: acknowledged entries, remembered sent edits, and the content of log
 * rows. The caller removes the mirror, so that no older state of those entries stays behind.
 */
export async function removeSession(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, async (write) => {
    write.setSession(null)
    for (const entry of await write.entries(({ state }) => state === 'acked')) write.remove(entry)
    await outbox.db.sent.clear()
    await outbox.db.meta.delete('unasked')
    await outbox.db.log.toCollection().modify({ op: null })
  })
}

/**
 * Calls the listener with the current session after every change in any tab or worker, so that the
 * page can keep its local-storage copy in step.
 */
export function watchSession(outbox: Outbox, listener: (session: SessionRow | null) => void): () => void {
  return subscribeOutbox(outbox, (change) => {
    if (change.isSessionChanged) listener(outbox.image.session)
  })
}

/**
 * The session stored next to an outbox of this device; null when nobody is signed in. There is at
 * most one (removeOtherSessions). This row is written durably, unlike local storage, whose last
 * seconds a killed browser may lose.
 */
export async function findSession(runtime: Runtime): Promise<SessionRow | null> {
  for (const userId of await listOutboxOwners(runtime)) {
    const session = await withOutbox(runtime, userId, ({ image }) => image.session)
    if (session && !session.isRefused) return session
  }
  return null
}

/** Users with a session on this device, accepted by the server or not: they have not signed out. */
export async function listSessionOwners(runtime: Runtime): Promise<readonly string[]> {
  const owners: string[] = []
  for (const userId of await listOutboxOwners(runtime)) {
    if (await withOutbox(runtime, userId, ({ image }) => image.session)) owners.push(userId)
  }
  return owners
}

/**
 * Removes other users' sessions after a sign-in; their unsent work stays for their own next
 * sign-in. Otherwise the service worker would go on sending it while another user works here.
 */
export async function removeOtherSessions(runtime: Runtime, userId: string): Promise<void> {
  for (const other of await listOutboxOwners(runtime)) {
    if (other === userId) continue
    await withOutbox(runtime, other, async (outbox) => {
      if (outbox.image.session) await removeSession(outbox)
    })
  }
}
