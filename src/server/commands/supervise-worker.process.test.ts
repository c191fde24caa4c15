import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readRunningOwnerUrl } from '#server/postgres/embedded.ts'
import { readCommandLine, readProcessIdentity } from '#server/postgres/process-identity.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'

// A server on its embedded database, as `npm start` runs it, with background work in a separate
// process. Workers without a server: tests/faults/worker.process.test.ts.

const folder = mkdtempSync(join(tmpdir(), 'supervise-worker-'))
chmodSync(folder, 0o711)
const servers: SpawnedServer[] = []

// Each test starts whole servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 })

afterEach(async () => {
  for (const { child } of servers) child.kill('SIGTERM')
  await Promise.all(servers.splice(0).map(({ ended }) => ended))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function serve(env: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = spawnServer({ DATA_DIR: folder, ...env })
  servers.push(server)
  await server.origin
  return server
}

/** Process ids of workers that reported a heartbeat. */
async function listWorkers(): Promise<number[]> {
  const client = new pg.Client(readRunningOwnerUrl(folder))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from task_worker')
  await client.end()
  return rows.map(({ pid }) => pid)
}

async function waitForOnlyWorker(): Promise<number> {
  await expect.poll(async () => (await listWorkers()).length, { timeout: 60_000 }).toBe(1)
  const [pid = 0] = await listWorkers()
  return pid
}

const isGone = (pid: number) => readProcessIdentity(pid) === undefined

test('keeps a worker next to the server, replaces it when it dies, and ends it on shutdown', async () => {
  const server = await serve()
  const first = await waitForOnlyWorker()
  expect(first).not.toBe(server.child.pid)
  expect(readCommandLine(first)).toMatch(/worker-process\.ts\s*$/)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('워커 프로세스를 다시 시작했습니다.')
  expect(server.output()).toContain('워커 프로세스가 예기치 않게 종료되었습니다(SIGKILL)')
  await expect.poll(listWorkers, { timeout: 60_000 }).not.toContain(first)
  const second = await waitForOnlyWorker()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(isGone(second)).toBe(true)
  expect(server.output().trim().split('\n').at(-1)).toBe('진행 중인 요청을 마치고 종료합니다.')
})

test('ends the worker when the server is killed with kill -9; the next server starts another', async () => {
  const killed = await serve()
  const orphan = await waitForOnlyWorker()
  killed.child.kill('SIGKILL')
  await expect.poll(() => isGone(orphan), { timeout: 30_000 }).toBe(true)
  await serve()
  await expect.poll(async () => (await listWorkers()).some((pid) => pid !== orphan), { timeout: 60_000 }).toBe(true)
})

test('starts no worker for a server that only serves requests', async () => {
  const server = await serve({ WORKER: 'off' })
  const children = await listWorkers()
  expect(children.filter((pid) => !isGone(pid))).toEqual([])
  expect(server.child.exitCode).toBeNull()
})
