import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/client.ts'

export type TestDatabase = { db: Database; url: string; drop: () => Promise<void> }

/**
 * A fresh, migrated, empty database of its own (about 30 ms), on the cluster of this run. One per test file is the habit; one per test is affordable.
 * Call `drop` in `afterAll`. `empty` gives a database without any table (for restore and migration tests).
 *
 * ```ts
 * const { db, drop } = await createTestDatabase()
 * afterAll(drop)
 * ```
 *
 * Outside vitest (benchmarks) pass the `clusterUrl` of a `startTestCluster()` of your own.
 */
export async function createTestDatabase(
  options: { clusterUrl?: string; empty?: boolean } = {},
): Promise<TestDatabase> {
  const clusterUrl = options.clusterUrl ?? inject('testClusterUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await command(clusterUrl, `create database ${name} template ${options.empty ? 'template0' : 'office'}`)
  const url = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href
  const db = openDatabase({ url, maxConnections: 10 })
  return {
    db,
    url,
    drop: async () => {
      await db.destroy()
      await command(clusterUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Through `postgres`: nobody may be connected to a database while it is copied. */
async function command(clusterUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(Object.assign(new URL(clusterUrl), { pathname: '/postgres' }).href)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
