import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/client.ts'

export interface TestDatabase {
  /** As the server's role: actions it may not do fail in tests as they would in production. */
  db: Database
  url: string
  /** As the owner: for manual changes, migrations, restores and demo data. */
  ownerDb: Database
  ownerUrl: string
  drop: () => Promise<void>
}

/**
 * A new, migrated, empty database (about 30 ms) on the cluster of this run. Usually one per test
 * file; one per test is affordable. Call `drop` in `afterAll`. `empty` gives a database without
 * tables (for restore and migration tests; `db` gets its rights with `migrate(ownerUrl, { appRole
 * })`).
 *
 * ```ts
 * const { db, drop } = await createTestDatabase()
 * afterAll(drop)
 * ```
 *
 * Outside vitest (benchmarks) pass a `startTestCluster()` as `cluster`.
 */
export async function createTestDatabase(
  options: { cluster?: { url: string; ownerUrl: string }; empty?: boolean } = {},
): Promise<TestDatabase> {
  const cluster = options.cluster ?? getWorkerCluster()
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAdminCommand(
    cluster.ownerUrl,
    `create database ${name} template ${options.empty ? 'template0' : 'office'} strategy file_copy`,
  )
  const toDatabaseUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const [url, ownerUrl] = [toDatabaseUrl(cluster.url), toDatabaseUrl(cluster.ownerUrl)]
  const db = openDatabase({ url, maxConnections })
  const ownerDb = openDatabase({ url: ownerUrl, maxConnections: 2 })
  return {
    db,
    url,
    ownerDb,
    ownerUrl,
    drop: async () => {
      await Promise.all([db.destroy(), ownerDb.destroy()])
      await runAdminCommand(cluster.ownerUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Vitest counts its workers from 1. */
function getWorkerCluster(): { url: string; ownerUrl: string } {
  const clusters = inject('testClusters')
  const ownCluster = clusters[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % clusters.length]
  if (!ownCluster) throw new Error('tests/support/runner/vitest-global-setup.ts started no cluster')
  return ownCluster
}

/**
 * Each connection is a database process that starts with empty caches; with more of them,
 * starting them costs a third of the unit tests' time.
 */
const maxConnections = 4

/** By cluster. One connection serves all files of a worker. */
const administrators = new Map<string, Promise<pg.Client>>()

/**
 * Connects to the database `postgres`, because nobody may be connected to a database while it is
 * copied.
 */
async function runAdminCommand(ownerUrl: string, sql: string): Promise<void> {
  const administrator = administrators.get(ownerUrl) ?? connectAdministrator(ownerUrl)
  administrators.set(ownerUrl, administrator)
  await (await administrator).query(sql)
}

async function connectAdministrator(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client(Object.assign(new URL(ownerUrl), { pathname: '/postgres' }).href)
  // The connection breaks when the cluster stops.
  client.on('error', () => administrators.delete(ownerUrl))
  await client.connect()
  return client
}
