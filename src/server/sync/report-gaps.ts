import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { OpGaps } from '#contract/sync/op-trace.ts'
import { connectAlone } from '../db/client.ts'
import { endConnection } from '../db/pool-probe.ts'
import type { Deps } from '../deps.ts'
import { startDaily } from '../jobs/daily.ts'
import { pruneOps } from './prune-ops.ts'
import { pruneSeenReports } from './prune-seen-reports.ts'

const dayMs = 24 * 3_600_000

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
    if (lease.isStopped || !(await holdsLease(lease, deps.databaseUrl))) return
    const forgotten = new Date(deps.now().getTime() - retentionDays * dayMs).toISOString()
    await deps.db.deleteFrom('op_trace').where('received_at', '<', forgotten).execute()
    await pruneOps(deps.db, deps.now())
    await pruneSeenReports(deps.db, deps.now())
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

async function holdsLease(lease: Lease, databaseUrl: string): Promise<boolean> {
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
