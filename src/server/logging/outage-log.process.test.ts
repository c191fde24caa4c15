import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { signInAt } from '#tests/support/people/sign-in-at.ts'
import { spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createFaultyProxy, type ProxyMode } from '#tests/support/servers/faulty-database-proxy.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

// The whole server, with download queue, daily tasks and listener, on a database connection that is
// interrupted.

vi.setConfig({ testTimeout: 180_000 })

const { url, drop } = await createTestDatabase()
const proxy = await createFaultyProxy(url)
const folder = mkdtempSync(join(tmpdir(), 'outage-log-'))
const server = spawnServer({ DATABASE_URL: proxy.url, DATA_DIR: folder, LOG_LEVEL: 'warn' })

afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await proxy.close()
  await drop()
  rmSync(folder, { recursive: true })
})

const pollOptions = { timeout: 30_000, interval: 100 }

test('logs an outage in two lines, silent or refusing, and shuts down cleanly during one', async () => {
  const db = openDatabase({ url, maxConnections: 1 })
  await loadDemoUsers(db)
  await db.destroy()
  const origin = await server.origin
  const headers = await signInAt(origin, 'staff')
  const fetchStatus = async (path: string) => (await fetch(`${origin}${path}`, { headers })).status
  const fetchReadiness = () => fetchStatus('/api/health/ready')
  const quiet = server.output()

  // Longer than the task queue's polling interval.
  await loseDatabaseFor(8000, 'swallow')
  await loseDatabaseFor(8000, 'refuse')
  const reported = server.output().slice(quiet.length).trim().split('\n')
  expect(reported.map(readMessage)).toEqual([
    'the database does not answer',
    'the database answers again',
    'the database does not answer',
    'the database answers again',
  ])

  await proxy.setMode('swallow')
  await expect.poll(fetchReadiness, pollOptions).toBe(503)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  async function loseDatabaseFor(ms: number, state: ProxyMode): Promise<void> {
    const events = await fetch(`${origin}/api/sync/events`, { headers })
    await proxy.setMode(state)
    const until = Date.now() + ms
    while (Date.now() < until) {
      expect(await fetchStatus('/api/mysql/realestate/list/')).toBe(503)
      await delay(50)
    }
    expect(await fetchReadiness()).toBe(503)
    await proxy.setMode('pass')
    await expect.poll(fetchReadiness, pollOptions).toBe(200)
    await events.body?.cancel()
  }
})

/** The message of a log line; for anything else, such as a warning of Node, the line itself. */
function readMessage(line: string): unknown {
  return line.startsWith('{') ? (JSON.parse(line) as { msg: unknown }).msg : line
}
