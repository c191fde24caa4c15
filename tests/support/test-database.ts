import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/client.ts'

export type TestDatabase = {
  /** As the role the server works as: what it may not do fails in a test as it would in the office. */
  db: Database
  url: string
  /** As the owner of everything: for what a hand at the database, a migration, a restore or demo data does. */
  ownerDb: Database
  ownerUrl: string
  drop: () => Promise<void>
}

/**
 * A fresh, migrated, empty database of its own (about 30 ms), on the cluster of this run. One per test file is the habit; one per test is affordable.
 * Call `drop` in `afterAll`. `empty` gives a database without any table (for restore and migration tests; `db` gets its
 * rights with `migrate(ownerUrl, { appRole })`).
 *
 * ```ts
 * const { db, drop } = await createTestDatabase()
 * afterAll(drop)
 * ```
 *
 * Outside vitest (benchmarks) pass as `cluster` a `startTestCluster()` of your own.
 */
export async function createTestDatabase(
  options: { cluster?: { url: string; ownerUrl: string }; empty?: boolean } = {},
): Promise<TestDatabase> {
  const cluster = options.cluster ?? clusterOfWorker()
  const name = `test_${randomBytes(8).toString('hex')}`
  await command(
    cluster.ownerUrl,
    `create database ${name} template ${options.empty ? 'template0' : 'office'} strategy file_copy`,
  )
  const urlIn = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const [url, ownerUrl] = [urlIn(cluster.url), urlIn(cluster.ownerUrl)]
  const db = openDatabase({ url, maxConnections })
  const ownerDb = openDatabase({ url: ownerUrl, maxConnections: 2 })
  return {
    db,
    url,
    ownerDb,
    ownerUrl,
    drop: async () => {
      await Promise.all([db.destroy(), ownerDb.destroy()])
      await command(cluster.ownerUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Vitest counts its workers from 1. */
function clusterOfWorker(): { url: string; ownerUrl: string } {
  const clusters = inject('testClusters')
  const own = clusters[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % clusters.length]
  if (!own) throw new Error('tests/support/vitest-global-setup.ts started no cluster')
  return own
}

/** Each connection is a process of the database that starts with empty caches: they were a third of what the unit tests cost. */
const maxConnections = 4

/** By cluster. One connection serves all files of a worker. */
const administrators = new Map<string, Promise<pg.Client>>()

/** Through the database `postgres`: nobody may be connected to a database while it is copied. */
async function command(ownerUrl: string, sql: string): Promise<void> {
  const administrator = administrators.get(ownerUrl) ?? connectAdministrator(ownerUrl)
  administrators.set(ownerUrl, administrator)
  await (await administrator).query(sql)
}

async function connectAdministrator(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client(Object.assign(new URL(ownerUrl), { pathname: '/postgres' }).href)
  // The end of the cluster ends it.
  client.on('error', () => administrators.delete(ownerUrl))
  await client.connect()
  return client
}
