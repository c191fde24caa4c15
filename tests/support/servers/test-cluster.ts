import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { readProcessIdentity } from '#server/postgres/process-identity.ts'
import { stopOrphans } from '#server/postgres/stop-orphans.ts'
import { migrate } from '#server/schema/migrate.ts'
import { chooseTmpdir } from '../runner/quick-tmpdir.ts'

/**
 * The migrated database that `createTestDatabase` copies, as the server's role and as the owner.
 */
export interface TestCluster {
  url: string
  ownerUrl: string
  stop: () => Promise<void>
}

/**
 * One real PostgreSQL for a whole test run, in a temporary folder, with the migrated database
 * `office` as the template of every test database. It does not sync to disk, because no test looks
 * at the state after a power failure (tests that kill servers start their own). Clusters left by an
 * interrupted run are stopped and removed first.
 */
export async function startTestCluster(): Promise<TestCluster> {
  await removeAbandonedClusters()
  const folder = createClusterFolder()
  const database = await startEmbedded({ dataDir: folder, settings: unsafeSettings })
  await migrate(database.ownerUrl, { appRole: embeddedAppRole })
  return {
    url: database.url,
    ownerUrl: database.ownerUrl,
    stop: async () => {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const prefix = 'ongyeol-test-'

/** A folder for a cluster in `postgres` that the next run removes should this process be killed. */
export function createClusterFolder(): string {
  const folder = mkdtempSync(join(chooseTmpdir(), prefix))
  chmodSync(folder, 0o711)
  writeFileSync(
    join(folder, 'owner.json'),
    JSON.stringify({ pid: process.pid, mark: readProcessIdentity(process.pid) }),
  )
  return folder
}

/** Settings for a cluster that need not survive a power failure. */
export const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
  autovacuum: 'off',
  // The WAL is in memory and would grow to a gigabyte.
  max_wal_size: '256MB',
  // The default costs both sides milliseconds per connection.
  scram_iterations: '1',
}

async function removeAbandonedClusters(): Promise<void> {
  for (const folder of new Set([tmpdir(), chooseTmpdir()]).values().flatMap(listClusters)) {
    const owner = readOwner(folder)
    if (owner === undefined || readProcessIdentity(owner.pid) === owner.mark) continue
    await stopOrphans(join(folder, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  }
}

function listClusters(parent: string): string[] {
  const names = readdirSync(parent).filter((name) => name.startsWith(prefix))
  return names.map((name) => join(parent, name))
}

function readOwner(folder: string): { pid: number; mark: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as { pid: number; mark: string }
  } catch {
    return undefined
  }
}
