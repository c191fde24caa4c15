import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { App, Deps } from '../../deps.ts'
import { bearerToken, requireSuperuser } from '../../plugins/bearer.ts'
import { Refusal } from '../../plugins/refusal.ts'
import { hashToken } from '../../plugins/token.ts'

/**
 * Refuses everybody but superusers. While the database is unreachable, admits tokens that it
 * confirmed as a superuser's within the last hour (the token lifetime), on any route. Everybody
 * else gets the usual "unavailable".
 *
 * HAZARD: a user who loses the role just before the database goes away passes for up to an hour, so
 * these routes may only show data about the machine.
 */
export function superusersAtAnyTime(app: App, { now }: Pick<Deps, 'now'>): (request: FastifyRequest) => void {
  const vouchedFor = new Map<string, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.user?.isSuperuser === true) note(vouchedFor, tokenOf(request), now().getTime())
    done()
  })
  return (request) => {
    if (!request.isDatabaseAway) return void requireSuperuser(request)
    const since = vouchedFor.get(tokenOf(request))
    if (since === undefined || now().getTime() - since > tokenLivesMs) throw new Refusal(problem('unavailable'))
  }
}

/** Lifetime of an access token (session/tokens.ts). */
const tokenLivesMs = 3_600_000
/** Upper bound well above the number of superuser devices in any office. */
const maxStored = 100

/** Evicts the least recently used entry: a Map iterates its keys in insertion order. */
function note(vouchedFor: Map<string, number>, token: string, at: number): void {
  vouchedFor.delete(token)
  vouchedFor.set(token, at)
  const [oldest] = vouchedFor.keys()
  if (vouchedFor.size > maxStored && oldest !== undefined) vouchedFor.delete(oldest)
}

function tokenOf({ headers }: FastifyRequest): string {
  return hashToken(bearerToken(headers.authorization ?? '') ?? '')
}
