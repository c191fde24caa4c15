import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#server/new-id.ts'
import { buildTestApp } from '../../../tests/support/build-test-app.ts'
import type { DownloadKind } from './download-kind.ts'
import { createDownloadQueue, type DownloadQueue } from './download-queue.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'ongyeol-queue-'))
const folder = join(dataDir, 'downloads')
const server = await buildTestApp({ config: { dataDir } })
let clock = Date.parse('2026-11-21T00:00:00Z')
let userId = ''
const opened: DownloadQueue[] = []

beforeAll(async () => {
  userId = (await server.signIn('staff')).user.id
})
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.stop()
  await server.db.deleteFrom('download_task').execute()
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A server process on the same database and folder. */
function openProcess(write: DownloadKind['write']): { queue: DownloadQueue; drain: () => void } {
  const drain = new AbortController()
  const deps = { ...server.deps, now: () => new Date(clock), drain: drain.signal }
  const queue = createDownloadQueue(server.app.log, deps, { lookMs: 20, silentMs: 5000 })
  const kind = { name: 'test', input: z.object({ text: z.string() }), write } as unknown as DownloadKind
  queue.addKind(kind)
  opened.push(queue)
  return { queue, drain: () => drain.abort() }
}

async function ask(text: string, more: object = {}): Promise<string> {
  const id = newId()
  const requested_at = new Date(clock).toISOString()
  const row = { id, user_id: userId, kind: 'test', input: JSON.stringify({ text }), requested_at, ...more }
  await server.db.insertInto('download_task').values(row).execute()
  return id
}

const task = (id: string) =>
  server.db.selectFrom('download_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const writeText: DownloadKind['write'] = (input, onProgress) => {
  onProgress({ done: 3, total: 3 })
  return Readable.from([(input as { text: string }).text])
}

/** Never ends by itself. */
const writeForever: DownloadKind['write'] = () => new Readable({ read: () => undefined })

test('tasks are done in the order in which they were asked for, each with its own file', async () => {
  const [first, second, third] = [await ask('가'), await ask('나'), await ask('다')]
  openProcess(writeText)
  await expect.poll(async () => (await task(third)).status).toBe('completed')
  expect([first, second, third].map((id) => readFileSync(join(folder, id), 'utf8'))).toEqual(['가', '나', '다'])
  expect(await task(first)).toMatchObject({ done: 3, total: 3, file_size: 3, error: null })
})

test('a task whose server fell silent is written anew by another; one that lives is left alone', async () => {
  const beat = (secondsAgo: number) => new Date(clock - secondsAgo * 1000).toISOString()
  const dead = await ask('가', { status: 'processing', done: 2, beat_at: beat(6) })
  const alive = await ask('나', { status: 'processing', done: 2, beat_at: beat(1) })
  openProcess(writeText)
  await expect.poll(async () => (await task(dead)).status).toBe('completed')
  expect(await task(alive)).toMatchObject({ status: 'processing', done: 2 })
})

test('a server that drains puts its task back in line at once, and nothing half written stays', async () => {
  const id = await ask('가')
  const { queue, drain } = openProcess(writeForever)
  await expect.poll(async () => (await task(id)).status).toBe('processing')
  drain()
  await queue.stop()
  expect((await task(id)).status).toBe('pending')
  expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([])
  openProcess(writeText)
  await expect.poll(async () => (await task(id)).status).toBe('completed')
})

test('a task whose row is gone is stopped, also in another process than the one that took it off', async () => {
  const id = await ask('가')
  let isClosed = false
  openProcess(() => new Readable({ read: () => undefined, destroy: (_, done) => ((isClosed = true), done(null)) }))
  await expect.poll(async () => (await task(id)).status).toBe('processing')
  await server.db.deleteFrom('download_task').where('id', '=', id).execute()
  await expect.poll(() => isClosed, { timeout: 5000 }).toBe(true)
  await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([])
})

test('a task that cannot be done fails with a neutral sentence, and the next one is done', async () => {
  const bad = await ask('틀림')
  openProcess((input, onProgress) => {
    if ((input as { text: string }).text === '틀림') throw new Error('secret path /etc')
    return writeText(input, onProgress)
  })
  const good = await ask('맞음')
  await expect.poll(async () => (await task(good)).status).toBe('completed')
  expect(await task(bad)).toMatchObject({ status: 'failed', error: '처리 중 오류가 발생했습니다.' })
})

test('a day after its end a task is forgotten with its file, and files without a task go too', async () => {
  const old = await ask('가')
  const { queue } = openProcess(writeText)
  await expect.poll(async () => (await task(old)).status).toBe('completed')
  await queue.stop()
  clock += 24 * 3_600_000 + 1000
  const fresh = await ask('나')
  writeFileSync(join(folder, `${newId()}.part`), 'left by a crash')
  openProcess(writeText)
  await expect.poll(() => readdirSync(folder)).toEqual([fresh])
  const { rows } = { rows: await server.db.selectFrom('download_task').select('id').execute() }
  expect(rows).toEqual([{ id: fresh }])
})
