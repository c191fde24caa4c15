import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { opGapsSchema, type OpGaps } from '#contract/sync/op-trace.ts'
import type { App, Deps } from '../deps.ts'
import { requireSuperuser } from '../plugins/bearer.ts'
import { startGapReport } from './report-gaps.ts'

/**
 * `GET /api/sync/gaps` for the superuser: edits that a device recorded and that never arrived. Also
 * logs one line per device daily, from the moment the server listens.
 */
export function registerGaps(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/sync/gaps',
    schema: { tags: ['동기화'], response: { 200: opGapsSchema } },
    onRequest: [async (request: FastifyRequest) => void requireSuperuser(request)],
    handler: async () => ({ gaps: await readGaps(deps) }),
  })
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startGapReport(app.log, deps, () => readGaps(deps))
  })
  app.addHook('onClose', async () => await stop?.())
}

const dayMs = 24 * 3_600_000

/**
 * Uses the server's clock: an edit counts from when the server first received its trace, so a
 * device set to 1970 neither raises nor hides an alarm. An edit that arrived late is no longer a
 * gap. An entry still waiting on its device (held for sign-in, refused as malformed) is one and
 * needs attention.
 */
async function readGaps(deps: Pick<Deps, 'db' | 'now'>): Promise<OpGaps['gaps']> {
  const heardBefore = new Date(deps.now().getTime() - dayMs).toISOString()
  const { rows } = await sql<OpGaps['gaps'][number]>`
    select device_id, user_id, coalesce(max(nickname), '') as user_name, count(*) as count, min(received_at) as since,
      (array_agg(op_id::text order by received_at, at, op_id))[1:100] as op_ids
    from op_trace taken left join app_user on app_user.id = taken.user_id
    where taken.what = 'enqueued' and taken.received_at < ${heardBefore}
      and not exists (select from op where op.op_id = taken.op_id and op.user_id = taken.user_id)
      and not exists (
        select from op_trace known where known.user_id = taken.user_id and known.op_id = taken.op_id
          and known.what in ('merged', 'vanished', 'discarded', 'rebased')
      )
    group by device_id, user_id order by since, device_id, user_id
  `.execute(deps.db)
  return rows
}
