import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { OpGaps } from '#contract/sync/op-trace.ts'
import { connectAlone } from '../db/client.ts'
import { endConnection } from '../db/line-probe.ts'
import type { Deps } from '../deps.ts'
import { startDaily } from '../plugins/daily.ts'
import { pruneOps } from './prune-ops.ts'
import { pruneSeenReports } from './prune-seen-reports.ts'

const dayMs = 24 * 3_600_000

/** A gap is reported this long; then it is history. HAZARD: shorter than `op` rows are kept (180 days), or edits that arrived would look lost. */
const keptDays = 90

/** Any constant does, as long as nothing else in this database locks it; these are the digits of "gaps". */
const advisoryLockKey = 67_658_083

/**
 * Logs one warning per device and user with edits that never arrived, at once and every 24 hours, forgets what is older than 90 days, and prunes `op` and `seen_report`.
 * Of several processes on one database only one does it: whoever holds the advisory lock, on a connection of its own, for as long as it runs. A plain timer
 * for now: background jobs (BullMQ) come with a later issue, and this becomes one of them. Answers how to stop it.
 */
export function startGapReport(
  log: FastifyBaseLogger,
  deps: Pick<Deps, 'db' | 'databaseUrl' | 'now'>,
  readGaps: () => Promise<OpGaps['gaps']>,
): () => Promise<void> {
  const turn: Turn = { client: null, isStopped: false }
  async function run() {
    if (turn.isStopped || !(await isOurTurn(turn, deps.databaseUrl))) return
    const forgotten = new Date(deps.now().getTime() - keptDays * dayMs).toISOString()
    await deps.db.deleteFrom('op_trace').where('received_at', '<', forgotten).execute()
    await pruneOps(deps.db, deps.now())
    await pruneSeenReports(deps.db, deps.now())
    for (const { device_id, user_id, count, since } of await readGaps()) {
      log.warn({ device_id, user_id, count, since }, 'edits taken down on a device never arrived')
    }
  }
  const stop = startDaily(log, { run, onFailure: 'could not look for missing edits' })
  return async () => {
    turn.isStopped = true
    await stop()
    if (turn.client) await endConnection(turn.client)
  }
}

interface Turn {
  /** Holds the lock; null while another process has it. */
  client: pg.Client | null
  isStopped: boolean
}

async function isOurTurn(turn: Turn, databaseUrl: string): Promise<boolean> {
  if (turn.client) return true
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
  turn.client = client
  client.on('end', () => {
    // With the connection the lock is gone too; whoever comes first tomorrow takes it.
    turn.client = null
  })
  return true
}
