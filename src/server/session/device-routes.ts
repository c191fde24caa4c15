import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import {
  type Device,
  devicesPath,
  devicesSchema,
  endDevicesQuerySchema,
  endedDevicesSchema,
} from '#contract/session/session.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { requireOwnSessions } from './policy.ts'
import {
  computeOldestStart,
  endOwnSessions,
  sessionLifetimeMs,
  type SessionOwner,
  type SessionTarget,
} from './tokens.ts'

const tags = ['로그인']

/**
 * A person's own sessions per device: list them, end one, end the others or all. They are under
 * /api because /oauth does not authenticate. Ids of other people's sessions get the same response
 * as unknown ids.
 */
export function registerDeviceRoutes(app: App, deps: Deps): void {
  const onRequest = async (request: FastifyRequest) => void requireOwnSessions(request)
  app.route({
    method: 'GET',
    url: devicesPath,
    schema: { tags, response: { 200: devicesSchema, '4xx': problemSchema } },
    onRequest,
    handler: async (request) => ({ devices: await readDevices(deps, readOwner(deps, request)) }),
  })
  app.route({
    method: 'DELETE',
    url: `${devicesPath}/:id`,
    schema: {
      tags,
      params: z.strictObject({ id: idSchema }),
      response: { 200: endedDevicesSchema, '4xx': problemSchema },
    },
    onRequest,
    handler: async (request) => {
      const ended = await endSessions(deps, request, { id: request.params.id })
      if (ended === 0) throw new HttpProblem(problem('not_found', { message: '이미 로그아웃된 기기입니다.' }))
      return { ended }
    },
  })
  app.route({
    method: 'DELETE',
    url: devicesPath,
    schema: {
      tags,
      querystring: endDevicesQuerySchema,
      response: { 200: endedDevicesSchema, '4xx': problemSchema },
    },
    onRequest,
    handler: async (request) => ({ ended: await endSessions(deps, request, request.query.which) }),
  })
}

function readOwner({ now }: Deps, request: FastifyRequest): SessionOwner {
  return { userId: requireOwnSessions(request).id, sessionId: request.sessionId, now: now() }
}

async function readDevices({ db }: Deps, { userId, sessionId, now }: SessionOwner): Promise<Device[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'device', 'address', 'started_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('started_at', '>', computeOldestStart(now))
    .orderBy((order) => order('id', '=', sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    address: row.address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null,
    ends_at: new Date(Date.parse(row.started_at) + sessionLifetimeMs).toISOString(),
    is_this: row.id === sessionId,
  }))
}

/** Returns how many were ended. */
async function endSessions(deps: Deps, request: FastifyRequest, target: SessionTarget): Promise<number> {
  const user = requireOwnSessions(request)
  return await deps.db.transaction().execute(async (trx) => {
    const ended = await endOwnSessions(trx, readOwner(deps, request), target)
    const which = typeof target === 'object' ? 'one' : target
    const sessions = ended.map(({ id, device }) => ({ id, device }))
    if (ended.length > 0) {
      await writeTrail(trx, { user, ipAddress: request.ip, act: 'session_end', detail: { which, sessions } })
    }
    return ended.length
  })
}
