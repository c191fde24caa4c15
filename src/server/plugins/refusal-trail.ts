import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { createRefusalStreaks, type RefusalStreaks, toNetwork, writeTrail } from '#server/trail/write-trail.ts'
import { isSignInRoute } from './bearer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set by a route that gives a neutral response to an invalid token or code, so that guessing is
     * still noticed.
     */
    hasRefusedProof: boolean
    /**
     * Set by a request with several parts when one of them was not permitted, regardless of the
     * status of the whole.
     */
    hasRefusedPart: boolean
  }
}

/**
 * Logs refused requests in the trail: a signed-in user's unpermitted request at once, invalid
 * tokens and codes from the tenth of one IP address within ten minutes. An honest device sends
 * about one such token an hour; requests without a token don't count. The rows stay few for any
 * number of requests, over all processes (trail/write-trail.ts). Each row also makes a
 * log line with the same request id, without the IP address. A failed write changes no response.
 */
export function registerRefusalTrail(app: App, deps: Deps): void {
  const kinds = {
    not_permitted: createRefusalStreaks(deps.db, { kind: 'not_permitted', first: 1 }),
    admin_network_refused: createRefusalStreaks(deps.db, { kind: 'admin_network_refused', first: 1 }),
    proof_refused: createRefusalStreaks(deps.db, { kind: 'proof_refused', first: 10 }),
  }
  app.decorateRequest('hasRefusedProof', false)
  app.decorateRequest('hasRefusedPart', false)
  app.addHook('onSend', async (request, reply) => {
    const act = classifyRefusal(request, reply.statusCode)
    if (act === null) return
    await writeRefusalTrail(deps.db, { request, act, streaks: kinds[act] }).catch((error: unknown) =>
      request.log.error({ err: error, act }, 'could not record a refusal'),
    )
  })
}

type RefusalKind = 'not_permitted' | 'admin_network_refused' | 'proof_refused'

async function writeRefusalTrail(
  db: Database,
  { request, act, streaks }: { request: FastifyRequest; act: RefusalKind; streaks: RefusalStreaks },
): Promise<void> {
  const { user, ip, id } = request
  // An invalid token does not identify its sender.
  const actor = act === 'proof_refused' ? null : user
  const streak = await streaks.count(actor?.id ?? toNetwork(ip))
  if (streak === null) return
  const { isLastRow, ...counted } = streak
  const detail = { ...counted, method: request.method, route: request.routeOptions.url ?? null, request_id: id }
  request.log.warn({ act, user: actor?.id, ...detail }, 'refused')
  if (isLastRow) request.log.warn({ act }, 'refused too often: no further rows for ten minutes')
  await writeTrail(db, {
    user: actor && { id: actor.id, name: actor.name },
    ipAddress: ip,
    act,
    detail: isLastRow ? { ...detail, last_row: true } : detail,
  })
}

function classifyRefusal(request: FastifyRequest, status: number): RefusalKind | null {
  if (request.hasRefusedProof) return 'proof_refused'
  if (status === 403 && request.isAdminElsewhere) return 'admin_network_refused'
  if (status === 403 || request.hasRefusedPart) return 'not_permitted'
  const isSignIn = request.method === 'POST' && isSignInRoute(request)
  if (status === 401 && (isSignIn || request.headers.authorization !== undefined)) return 'proof_refused'
  // A code that was used, has expired or never existed.
  return status === 400 && isSignIn ? 'proof_refused' : null
}
