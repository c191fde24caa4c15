import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { App, Deps } from '../../deps.ts'
import { bearerToken, requireSuperuser } from '../../plugins/bearer.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashToken } from '../../auth/token.ts'

/**
 * Refuses everybody but superusers. While the database is unreachable, admits tokens that it
 * confirmed as a superuser's within the last hour (the token lifetime), on any route. Everybody
 * else gets the usual "unavailable".
 *
 * HAZARD: a user who loses the role just before the database goes away passes for up to an hour, so
 * these routes may only show data about the machine. HAZARD: call this on the server itself and
 * before its plugins, because it learns the tokens from the requests of every route.
 */
export function requireKnownSuperuser(app: App, { now }: Pick<Deps, 'now'>): (request: FastifyRequest) => void {
  const confirmedTokens = new Map<string, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.user?.isSuperuser === true) remember(confirmedTokens, tokenOf(request), now().getTime())
    done()
  })
  return (request) => {
    if (!request.isDatabaseAway) return void requireSuperuser(request)
    const since = confirmedTokens.get(tokenOf(request))
    if (since === undefined || now().getTime() - since > tokenLivesMs) throw new Refusal(problem('unavailable'))
  }
}

/** Lifetime of an access token (session/tokens.ts). */
const tokenLivesMs = 3_600_000
/** Upper bound well above the number of superuser devices in any office. */
const maxStored = 100

/** Evicts the least recently used entry: a Map iterates its keys in insertion order. */
function remember(confirmedTokens: Map<string, number>, token: string, at: number): void {
  confirmedTokens.delete(token)
  confirmedTokens.set(token, at)
  const [oldest] = confirmedTokens.keys()
  if (confirmedTokens.size > maxStored && oldest !== undefined) confirmedTokens.delete(oldest)
}

function tokenOf({ headers }: FastifyRequest): string {
  return hashToken(bearerToken(headers.authorization ?? '') ?? '')
}
