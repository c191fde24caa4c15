import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { newId } from '#server/new-id.ts'
import { signInAt } from '#tests/support/people/sign-in-at.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'
import { buildInnerPath, buildSmallDiskCommand, fillDisk } from '#tests/support/servers/small-disk.ts'
import { readRunningOwnerUrl } from './embedded.ts'

// The server and its PostgreSQL on a separate disk of 400 MB that another program fills.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const megabyte = 1_048_576
const pollOptions = { timeout: 60_000, interval: 100 }
const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
chmodSync(folder, 0o711)
const disk = join(folder, 'disk')

let server: SpawnedServer
let origin: string
let authorization: { authorization: string }
let groupId: string
/** The disk's path as the server sees it. */
let innerDiskPath: string
const releases: (() => Promise<void>)[] = []

beforeAll(async () => {
  mkdirSync(disk)
  server = spawnServer({ DATA_DIR: join(disk, 'data'), RATE_LIMIT: '1000000' }, buildSmallDiskCommand(disk, 400))
  origin = await server.origin
  innerDiskPath = buildInnerPath(server.child.pid ?? 0, disk)
  authorization = await signInAt(origin, 'staff')
  groupId = newId()
  const group = { id: groupId, name: '가온–솔빛 고속도로 제1공구' }
  await post('/api/mysql/realestate/group/', group)
  await waitUntilReady()
})
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
  await waitUntilReady()
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(folder, { recursive: true })
})

const listPath = '/api/mysql/realestate/list/'

function post(path: string, body: unknown): Promise<Response> {
  const headers = { ...authorization, 'content-type': 'application/json', 'idempotency-key': newId() }
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function createCase(id = newId()): Promise<Response> {
  return post(listPath, { id, group_id: groupId, owner: '김가온' })
}

async function readList(): Promise<number> {
  return (await fetch(`${origin}${listPath}`, { headers: authorization })).status
}

async function fetchReadiness(): Promise<[number, string]> {
  const response = await fetch(`${origin}/api/health/ready`)
  return [response.status, z.object({ status: z.string() }).parse(await response.json()).status]
}

async function waitUntilReady(): Promise<void> {
  await vi.waitUntil(async () => (await fetchReadiness())[1] === 'ready', pollOptions)
}

async function fillDiskUntil(freeBytes = 0): Promise<void> {
  releases.push(await fillDisk(innerDiskPath, freeBytes))
}

test('keeps reading on a disk that fills up, refuses writes with 507, and resumes automatically', async () => {
  expect((await createCase()).status).toBe(201)
  await fillDiskUntil(20 * megabyte)
  await expect.poll(fetchReadiness, pollOptions).toEqual([200, 'storage_full'])
  const refused = await createCase()
  expect(refused.status).toBe(507)
  expect(problemSchema.parse(await refused.json())).toMatchObject({
    code: 'storage_full',
    message: expect.stringContaining('저장 공간이 가득'),
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let time = 0; time < 20; time += 1) expect(await readList()).toBe(200)
  // Readers have to sign in first.
  expect((await signInAt(origin, 'superuser')).authorization).toMatch(/^Bearer ./)
  for (const release of releases.splice(0)) await release()
  await expect.poll(async () => (await createCase()).status, pollOptions).toBe(201)
  expect(await fetchReadiness()).toEqual([200, 'ready'])
})

test('loses no acknowledged write when the disk fills up suddenly during many writes', async () => {
  const acknowledged: string[] = []
  const refusals = new Set<number>()
  let isOver = false
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const id = newId()
      const { status } = await createCase(id)
      if (status === 201) acknowledged.push(id)
      else refusals.add(status)
    }
  })
  await expect.poll(() => acknowledged.length, pollOptions).toBeGreaterThan(20)
  await fillDiskUntil()
  await expect.poll(() => refusals.has(507), pollOptions).toBe(true)
  await expect.poll(readList, pollOptions).toBe(200)
  expect((await fetchReadiness())[1]).toBe('storage_full')
  for (const release of releases.splice(0)) await release()
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length, pollOptions).toBeGreaterThan(before + 20)
  isOver = true
  await Promise.all(writers)
  expect([...refusals].filter((status) => status !== 507 && status !== 503)).toEqual([])
  expect(await countRows(acknowledged)).toBe(acknowledged.length)
})

test('restarts PostgreSQL after a full disk ended it, while the server process keeps running', async () => {
  await fillDiskUntil()
  await expect.poll(fetchReadiness, pollOptions).toEqual([200, 'storage_full'])
  // Also fills the reserve, then makes PostgreSQL write.
  await fillDiskUntil()
  await writeLogUntilItDies()
  await expect.poll(() => server.output(), pollOptions).toContain('내장 PostgreSQL이 예기치 않게 종료되었습니다')
  expect(server.child.exitCode).toBeNull()
  expect((await createCase()).status).toBe(503)
  for (const release of releases.splice(0)) await release()
  await expect.poll(async () => (await createCase()).status, pollOptions).toBe(201)
  expect(await readList()).toBe(200)
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(readRunningOwnerUrl(join(innerDiskPath, 'data')))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function countRows(ids: readonly string[]): Promise<number> {
  const client = await connect()
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from real_estate where id = any($1::uuid[])',
    [ids],
  )
  await client.end()
  return rows[0]?.count ?? 0
}

async function writeLogUntilItDies(): Promise<void> {
  const client = await connect()
  try {
    for (let time = 0; time < 200; time += 1) {
      await client.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`)
    }
  } catch {
    // The connection died.
  }
  await client.end().catch(() => undefined)
}
