import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classifyDatabaseError, findErrorCode } from '#server/db/database-failure.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

// A separate PostgreSQL that tests may kill.

const folder = mkdtempSync(join(tmpdir(), 'crashed-'))
chmodSync(folder, 0o711)
const lossReasons: string[] = []
let restartCount = 0
let database: EmbeddedDatabase

beforeAll(async () => {
  database = await startEmbedded({
    dataDir: folder,
    onLost: (reason) => lossReasons.push(reason),
    onRevived: () => {
      restartCount += 1
    },
  })
})
afterAll(async () => {
  await database.stop()
  rmSync(folder, { recursive: true })
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Tries until a connection succeeds; returns the errors received meanwhile. */
async function connectUntilAccepted(): Promise<unknown[]> {
  const errors: unknown[] = []
  for (;;) {
    try {
      await (await connect()).end()
      return errors
    } catch (error) {
      errors.push(error)
      await delay(5)
    }
  }
}

test('a crashed process ends all connections, and the database is unreachable until it has recovered', async () => {
  const [client, crashing] = [await connect(), await connect()]
  const { rows } = await crashing.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sleeping = client.query('select pg_sleep(60)').catch((error: unknown) => error)
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const errors = [await sleeping, ...(await connectUntilAccepted())]
  // PostgreSQL states the reason in a notice (57P02) and closes the connection.
  expect(errors[0]).toBeInstanceOf(Error)
  for (const error of errors) expect(classifyDatabaseError(error)).toBe('unavailable')
  expect(lossReasons).toEqual([])
})

test('refuses connections during a shutdown, and is restarted after being killed', async () => {
  const staying = await connect()
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  // A smart shutdown: existing connections may stay.
  process.kill(postmaster, 'SIGTERM')
  await expect.poll(() => connect().then(String, findErrorCode)).toBe('57P03')
  expect(classifyDatabaseError(await connect().catch((error: unknown) => error))).toBe('unavailable')
  process.kill(postmaster, 'SIGKILL')
  const errors = await connectUntilAccepted()
  for (const error of errors) expect(classifyDatabaseError(error)).toBe('unavailable')
  await expect.poll(() => restartCount).toBe(1)
  expect(lossReasons).toEqual(['SIGKILL'])
  await staying.end().catch(() => undefined)
})

test('stops on request during a restart, and frees its folder', async () => {
  process.kill(Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(() => lossReasons.length).toBe(2)
  await database.stop()
  database = await startEmbedded({ dataDir: folder })
  expect(await connectUntilAccepted()).toEqual([])
})
