import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { App, Deps } from '../../deps.ts'
import { bearerToken, requireSuperuser } from '../../plugins/bearer.ts'
import { Refusal } from '../../plugins/refusal.ts'
import { hashToken } from '../../plugins/token.ts'

/**
 * Refuses everybody but superusers, also while the database is away: then those pass whom it vouched for within the hour that a token lives, whatever they asked. To others the
 * server is unavailable, as everywhere.
 *
 * HAZARD: who lost the role and then the database passes for that hour; what they see must be of the machine alone.
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

/** Of an access token (session/tokens.ts). */
const tokenLivesMs = 3_600_000
/** More superusers, each with a device or two, no office has. */
const maxStored = 100

/** The one heard of longest ago goes for a new one: a Map gives its keys in the order in which they came. */
function note(vouchedFor: Map<string, number>, token: string, at: number): void {
  vouchedFor.delete(token)
  vouchedFor.set(token, at)
  const [oldest] = vouchedFor.keys()
  if (vouchedFor.size > maxStored && oldest !== undefined) vouchedFor.delete(oldest)
}

function tokenOf({ headers }: FastifyRequest): string {
  return hashToken(bearerToken(headers.authorization ?? '') ?? '')
}
