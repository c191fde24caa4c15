import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/client.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { migrate } from '#server/schema/migrate.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { hireStaff } from '../support/people/hire-staff.ts'
import { openLoadBalancer } from '../support/processes/load-balancer.ts'
import { type OfficeOfProcesses, openOfficeOfProcesses } from '../support/processes/office-of-processes.ts'
import { startRedis } from '../support/processes/redis-server.ts'
import { spawnWorker } from '../support/processes/spawn-worker.ts'
import { startReplica } from '../support/servers/streaming-replica.ts'
import type { Workplace } from './staff-at-work.ts'

/** An office as large ones run it: the parts of compose.yaml as processes of this machine. */
export interface WholeOffice {
  readonly processes: OfficeOfProcesses
  /** The staff's address is the proxy's. */
  readonly workplace: Workplace
  close(): Promise<void>
}

/**
 * Two server processes behind a proxy, a worker process, Redis, a primary that syncs to disk as in
 * production, and a streaming replica, which lists and first copies read.
 */
export async function openWholeOffice({ records, staff }: { records: number; staff: number }): Promise<WholeOffice> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closePart of closers.toReversed()) await closePart()
  }
  try {
    const dataDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-'))
    chmodSync(dataDir, 0o711)
    closers.push(async () => rmSync(dataDir, { recursive: true, force: true }))
    const primary = await startEmbedded({ dataDir })
    closers.push(primary.stop)
    await migrate(primary.ownerUrl, { appRole: embeddedAppRole })
    const replica = await startReplica(primary)
    closers.push(replica.remove)
    const redis = await startRedis()
    closers.push(redis.stop)
    const processes = await openOfficeOfProcesses(
      2,
      { WORKER: 'off', REDIS_URL: redis.url, RATE_LIMIT: '100000000' },
      { cluster: primary, replica, fill: (db) => fill(db, records) },
    )
    closers.push(processes.close)
    const worker = spawnWorker(processes.settings)
    closers.push(async () => {
      worker.child.kill('SIGTERM')
      await worker.ended
    })
    await worker.working
    const balancer = await openLoadBalancer(processes.origins)
    closers.push(balancer.close)
    const staffTokens = await hireStaff(processes.database.db, staff)
    return { processes, workplace: { url: balancer.origin, staffTokens }, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(db: Database, records: number): Promise<void> {
  // Without a name the office prints nothing.
  await markDemo(db)
  await loadDemoUsers(db)
  await loadDemoCaseBook(db, { count: records, now: new Date() })
}
