import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Checksums } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { readRunningOwnerUrl } from '#server/postgres/embedded.ts'
import { findFreePort } from '#server/postgres/free-port.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { type Colleague, signInColleague } from '../e2e/support/colleague.ts'
import { type SpawnedServer, spawnServer } from '../support/processes/spawn-server.ts'
import { countPropertyRuns } from '../support/runner/test-depth.ts'
import { createTestDatabase } from '../support/servers/test-database.ts'
import { type WriteLedger, writeUntilDone } from './kill-run/clerks.ts'
import { findLosses } from './kill-run/find-losses.ts'

const writes = countPropertyRuns(600, 20_000)
const deaths = countPropertyRuns(3, 20)
const settings = { RATE_LIMIT: '100000000', LOG_LEVEL: 'silent', WORKER: 'off' }

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

test('loses and duplicates no write while server and database are killed again and again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-while-writing-'))
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()), ...settings }
  let server = spawnServer(env)
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  cleanUps.push(() => endServer(server))
  const office = await signInEverywhere([server])
  const ledger = createLedger()
  const started = Date.now()
  const work = writeUntilDone(office.colleagues, { clerks: 16, writes, groupId: office.groupId, ledger })
  for (let death = 1; death <= deaths; death += 1) {
    if (!(await waitForWrites(ledger, (writes * death) / (deaths + 1)))) break
    if (death % 2 === 0) {
      // The server restarts it automatically.
      process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      continue
    }
    server.child.kill('SIGKILL')
    await server.ended
    server = spawnServer(env)
    await server.origin
  }
  await work
  report('server and database killed in turn', ledger, started)
  expect(ledger.unexpectedResponses).toEqual([])
  expect(ledger.acknowledged.length).toBeGreaterThanOrEqual(writes)
  expect(ledger.retryCount).toBeGreaterThan(0)
  expect(await findLosses(readRunningOwnerUrl(dataDir), ledger)).toEqual([])
})

test('three processes on one database lose and repeat no write while they are killed in turn', async () => {
  const database = await createTestDatabase()
  cleanUps.push(database.drop)
  await loadDemoUsers(database.db)
  const serverSettings = await Promise.all(
    [0, 1, 2].map(async () => ({ DATABASE_URL: database.url, PORT: String(await findFreePort()), ...settings })),
  )
  const servers = serverSettings.map((env) => spawnServer(env))
  cleanUps.push(async () => void (await Promise.all(servers.map(endServer))))
  const office = await signInEverywhere(servers)
  const ledger = createLedger()
  const started = Date.now()
  const work = writeUntilDone(office.colleagues, { clerks: 16, writes, groupId: office.groupId, ledger })
  for (let death = 1; death <= deaths; death += 1) {
    if (!(await waitForWrites(ledger, (writes * death) / (deaths + 1)))) break
    const victim = servers[death % servers.length]
    const env = serverSettings[death % servers.length]
    if (!victim || !env) throw new Error('no such process')
    victim.child.kill('SIGKILL')
    await victim.ended
    servers[death % servers.length] = spawnServer(env)
  }
  await work
  await Promise.all(servers.map((server) => server.origin))
  report('three processes, killed in turn', ledger, started)
  expect(ledger.unexpectedResponses).toEqual([])
  expect(ledger.acknowledged.length).toBeGreaterThanOrEqual(writes)
  expect(await findLosses(database.url, ledger)).toEqual([])
  // Ignores the log's position, which moves on with every transaction, heartbeats included.
  const checksums = await Promise.all(
    office.colleagues.map(async (client) => (await client.get<Checksums>('/api/sync/real-estate/checksums')).buckets),
  )
  expect(checksums[1]).toEqual(checksums[0])
  expect(checksums[2]).toEqual(checksums[0])
})

/** Signs in at every process and creates the group of all cases. */
async function signInEverywhere(
  servers: readonly SpawnedServer[],
): Promise<{ colleagues: Colleague[]; groupId: string }> {
  const colleagues: Colleague[] = []
  for (const server of servers) colleagues.push(await signInColleague(await server.origin))
  const groupId = newId()
  const response = await colleagues[0]?.send('POST', '/api/mysql/realestate/group/', { id: groupId, name: '꺼짐 시험' })
  expect(response?.status).toBe(201)
  return { colleagues, groupId }
}

function createLedger(): WriteLedger {
  return { acknowledged: [], retryCount: 0, unexpectedResponses: [] }
}

/** False when the clerks gave up before. */
async function waitForWrites(ledger: WriteLedger, count: number): Promise<boolean> {
  while (ledger.acknowledged.length < count && ledger.unexpectedResponses.length === 0) await delay(5)
  return ledger.unexpectedResponses.length === 0
}

async function endServer(server: SpawnedServer): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

function report(label: string, { acknowledged, retryCount }: WriteLedger, started: number): void {
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stdout.write(
    `${label}: ${acknowledged.length} writes in ${seconds} s, ${deaths} deaths, ${retryCount} sent again\n`,
  )
}
