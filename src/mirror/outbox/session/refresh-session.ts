import { problemSchema, problemStatus, type ProblemCode } from '#contract/problem.ts'
import { tokensSchema, type Tokens } from '#contract/session/session.ts'
import { withDeadline } from '../../timing/deadline.ts'
import { dropRevoked } from '../../vault/drop-vault.ts'
import type { Outbox } from '../open-outbox.ts'
import { outboxName, type SessionRow } from '../outbox-database.ts'
import { writeOutbox } from '../write-outbox.ts'

/**
 * `fresh`: the row has another access token now. `refused`: the server ended the session, the user
 * has to sign in. `unreachable`: no answer, try later. `signed_out`: there is no session here.
 */
export type RefreshOutcome = 'fresh' | 'refused' | 'unreachable' | 'signed_out'

const refreshPath = '/oauth/get_refresh_token/kakao/'
const timeoutMs = 30_000
const refusals = new Set([400, 401, 403])

/**
 * Renews the session, once for all tabs and workers: the second to get the lock finds the row
 * already renewed. A lost answer may be requested again with the same refresh token; the server
 * tolerates it. No answer deletes anything.
 */
export async function refreshSession(outbox: Outbox, usedAccessToken: string): Promise<RefreshOutcome> {
  return outbox.runtime.locks.request(`session-${outboxName(outbox.userId)}`, async () => {
    const row = await writeOutbox(outbox, (write) => write.getSession())
    if (!row) return 'signed_out'
    if (row.isRefused) return 'refused'
    if (row.accessToken !== usedAccessToken) return 'fresh'
    const answer = await askForTokens(outbox, row.refreshToken)
    if (answer === 'unreachable') return 'unreachable'
    if (answer === 'revoked') await dropRevoked(outbox.runtime, outbox.userId)
    await writeOutbox(outbox, async (write) => {
      const now = await write.getSession()
      // Signed out or in again meanwhile; the newer state stays.
      if (!now || now.refreshToken !== row.refreshToken) return
      write.setSession(typeof answer === 'string' ? { ...now, isRefused: true } : sessionRowOf(outbox, answer))
    })
    return typeof answer === 'string' ? 'refused' : 'fresh'
  })
}

export function sessionRowOf(outbox: Outbox, tokens: Tokens): SessionRow {
  return {
    id: 'session',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: outbox.runtime.now() + tokens.expires_in * 1000,
    userInfo: tokens.user_info,
    isRefused: false,
  }
}

async function askForTokens(
  outbox: Outbox,
  refreshToken: string,
): Promise<Tokens | 'refused' | 'revoked' | 'unreachable'> {
  const { runtime } = outbox
  const asking = withDeadline(runtime, { ms: timeoutMs }, async (signal) => {
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
    const refusal = ownRefusal(response.status, body)
    if (refusal) return refusal === 'device_revoked' ? 'revoked' : 'refused'
    const tokens = response.ok ? tokensSchema.safeParse(body) : null
    // Tokens of another user would send this user's work under the wrong name.
    return tokens?.success && tokens.data.user_info.id === outbox.userId ? tokens.data : 'unreachable'
  })
  return asking.catch(() => 'unreachable' as const)
}

/**
 * Only our server's own refusal ends a session: its problem code must fit its status. A portal or
 * proxy may answer 401 or 403 too, even as JSON.
 */
function ownRefusal(status: number, body: unknown): ProblemCode | null {
  const parsedProblem = problemSchema.safeParse(body).data
  return refusals.has(status) && parsedProblem && problemStatus[parsedProblem.code] === status
    ? parsedProblem.code
    : null
}
