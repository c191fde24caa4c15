import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { dayMs } from '#contract/dates/day-ms.ts'
import { type OpGaps, opGapsSchema } from '#contract/sync/op-trace.ts'
import { connectAlone } from '#server/db/client.ts'
import { endConnection } from '#server/db/pool-probe.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { startDaily } from '#server/tasks/daily.ts'
import { pruneViewReports } from '../reads/view-reports.ts'
import { pruneOps } from './prune-ops.ts'

/**
 * `GET /api/sync/gaps` for the superuser: edits that a device recorded and that never arrived. Also
 * logs one line per device daily, from the moment the server listens.
 */
export function registerMissingOps(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/sync/gaps',
    schema: { tags: ['동기화'], response: { 200: opGapsSchema } },
    onRequest: [async (request: FastifyRequest) => void requireSuperuser(request)],
    handler: async () => ({ gaps: await readOpenGaps(deps) }),
  })
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startGapReport(app.log, deps, () => readOpenGaps(deps))
  })
  app.addHook('onClose', async () => await stop?.())
}

/**
 * Uses the server's clock: an edit counts from when the server first received its trace, so a
 * device set to 1970 neither raises nor hides an alarm. An edit that arrived late is no longer a
 * gap. An entry still waiting on its device (held for sign-in, refused as malformed) is one and
 * needs attention.
 */
async function readOpenGaps(deps: Pick<Deps, 'db' | 'now'>): Promise<OpGaps['gaps']> {
  const reportedBefore = new Date(deps.now().getTime() - dayMs).toISOString()
  const { rows } = await sql<OpGaps['gaps'][number]>`
    select device_id, user_id, coalesce(max(nickname), '') as user_name, count(*) as count, min(received_at) as since,
      (array_agg(op_id::text order by received_at, at, op_id))[1:100] as op_ids
    from op_trace taken left join app_user on app_user.id = taken.user_id
    where taken.what = 'enqueued' and taken.received_at < ${reportedBefore}
      and not exists (select from op where op.op_id = taken.op_id and op.user_id = taken.user_id)
      and not exists (
        select from op_trace known where known.user_id = taken.user_id and known.op_id = taken.op_id
          and known.what in ('merged', 'vanished', 'discarded', 'rebased')
      )
    group by device_id, user_id order by since, device_id, user_id
  `.execute(deps.db)
  return rows
}

/**
 * Days a gap is reported. HAZARD: keep it below the retention of `op` rows (180 days), or edits
 * that arrived look lost.
 */
const retentionDays = 90

/** An arbitrary constant, unique among this database's advisory locks: the digits of "gaps". */
const advisoryLockKey = 67_658_083

/**
 * Logs one warning per device and user with edits that never arrived, at once and every 24 hours.
 * Deletes traces older than 90 days and prunes `op` and `seen_report`. Of several processes on one
 * database, only the holder of the advisory lock does so; it holds the lock on its own connection
 * while it runs. Returns a function that stops it.
 */
export function startGapReport(
  log: FastifyBaseLogger,
  deps: Pick<Deps, 'db' | 'databaseUrl' | 'now'>,
  readGaps: () => Promise<OpGaps['gaps']>,
): () => Promise<void> {
  const lease: Lease = { client: null, isStopped: false }
  async function run() {
    if (lease.isStopped || !(await tryAcquireLease(lease, deps.databaseUrl))) return
    const forgotten = new Date(deps.now().getTime() - retentionDays * dayMs).toISOString()
    await deps.db.deleteFrom('op_trace').where('received_at', '<', forgotten).execute()
    await pruneOps(deps.db, deps.now())
    await pruneViewReports(deps.db, deps.now())
    for (const { device_id, user_id, count, since } of await readGaps()) {
      log.warn({ device_id, user_id, count, since }, 'edits recorded on a device never arrived')
    }
  }
  const stop = startDaily(log, { run, onFailure: 'could not check for missing edits' })
  return async () => {
    lease.isStopped = true
    await stop()
    if (lease.client) await endConnection(lease.client)
  }
}

interface Lease {
  /** The connection that holds the lock; null while another process holds it. */
  client: pg.Client | null
  isStopped: boolean
}

async function tryAcquireLease(lease: Lease, databaseUrl: string): Promise<boolean> {
  if (lease.client) return true
  const client = await connectAlone(databaseUrl)
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLockKey])
    if (!rows[0]?.held) {
      await endConnection(client)
      return false
    }
  } catch (error) {
    await endConnection(client)
    throw error
  }
  lease.client = client
  client.on('end', () => {
    // Losing the connection releases the lock; the first process to try tomorrow takes it.
    lease.client = null
  })
  return true
}
