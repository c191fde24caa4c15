import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import type { Database } from './client.ts'
import { openReplica, withoutReplica } from './replica.ts'

// The primary and what only looks like a replica; replica.slow.test.ts has a real one.

const { db, url, drop } = await createTestDatabase()
const proxy = await createFaultyProxy(url)
afterAll(async () => {
  await proxy.close()
  await drop()
})

function open(replicaUrl: string, primary = db) {
  const troubles: string[] = []
  const replica = openReplica({
    primary,
    url: replicaUrl,
    maxConnections: 2,
    onTrouble: (reason) => troubles.push(reason),
    onRecovery: () => troubles.push('recovered'),
  })
  return { replica, troubles }
}

const readOne = async (from: Database) => (await sql<{ one: number }>`select 1 as one`.execute(from)).rows[0]?.one
const isPrimary = async (from: Database) => from === db

test('without a replica the primary serves', async () => {
  const none = withoutReplica(db)
  expect(await none.read(isPrimary)).toBe(true)
  expect(await none.readStatus()).toBeNull()
  await none.close()
})

test('a database that is no replica is not read, and reported once', async () => {
  const { replica, troubles } = open(url)
  for (let time = 0; time < 3; time += 1) expect(await replica.read(isPrimary)).toBe(true)
  expect(await replica.readStatus()).toEqual({ state: 'no_replica', lagSeconds: null })
  expect(troubles).toEqual(['no_replica'])
  expect(replica.counts).toEqual({ replica: 0, primary: 3 })
  await replica.close()
})

test('a replica that refuses connections or never answers delays a read for a moment only', async () => {
  for (const mode of ['refuse', 'swallow'] as const) {
    await proxy.setMode(mode)
    const { replica, troubles } = open(proxy.url)
    const start = performance.now()
    for (let time = 0; time < 10; time += 1) expect(await replica.read(readOne)).toBe(1)
    expect(performance.now() - start).toBeLessThan(2000)
    expect(await replica.readStatus()).toEqual({ state: 'away', lagSeconds: null })
    expect(troubles).toEqual(['away'])
    await replica.close()
  }
})

test('a primary that does not tell its position serves, and that is reported once', async () => {
  const other = await createTestDatabase()
  await sql`revoke execute on function pg_control_system() from public`.execute(other.ownerDb)
  const { replica, troubles } = open(url, other.db)
  for (let time = 0; time < 3; time += 1) expect(await replica.read(async (from) => from === other.db)).toBe(true)
  expect(await replica.readStatus()).toEqual({ state: 'away', lagSeconds: null })
  expect(troubles).toEqual(['away'])
  await replica.close()
  await other.drop()
})

test('a read that fails on the primary too is not blamed on the replica', async () => {
  const { replica, troubles } = open(url)
  const failing = replica.read((from) => sql`select 1/0`.execute(from))
  await expect(failing).rejects.toThrow('division by zero')
  expect(troubles).toEqual([])
  await replica.close()
})

test('reports the next trouble only after the replica was calm for a minute', async () => {
  const now = vi.spyOn(performance, 'now')
  const { replica, troubles } = open(url)
  for (const ms of [0, 2000, 4000]) {
    now.mockReturnValue(ms)
    await replica.read(readOne)
  }
  expect(troubles).toEqual(['no_replica'])
  now.mockRestore()
  await replica.close()
})
