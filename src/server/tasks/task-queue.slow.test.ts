import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#server/new-id.ts'
import { openQueueContext } from '#tests/support/tasks/queue-context.ts'
import { createDownloadFiles } from './download-files.ts'
import { createFileWork } from './file-work.ts'
import type { DownloadKind } from './task-kind.ts'
import { createTaskQueue, type TaskQueue } from './task-queue.ts'

const server = await openQueueContext()
const files = createDownloadFiles(server.db, server.deps.officeKeys)
let clock = Date.parse('2026-11-21T00:00:00Z')
const { userId } = server
let requestCount = 0
const opened: TaskQueue[] = []

afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.stop()
  await server.db.deleteFrom('download_task').execute()
})
afterAll(server.close)

/** A server process on the same database. */
function openProcess(write: DownloadKind['write'], isWorking = true): { queue: TaskQueue; drain: () => void } {
  const drain = new AbortController()
  const deps = { ...server.deps, now: () => new Date(clock), drain: drain.signal }
  const queue = createTaskQueue(server.log, deps, { pollMs: 20, silentMs: 5000, retryMs: 20 })
  const kind = { name: 'test', input: z.object({ text: z.string() }), write } as unknown as DownloadKind
  queue.addDownloadKind(kind)
  queue.start({ isWorking })
  opened.push(queue)
  return { queue, drain: () => drain.abort() }
}

/** Requests are a minute old, so that the next poll delivers them, and in ascending order. */
async function requestDownload(text: string, overrides: object = {}): Promise<string> {
  const id = newId()
  const requested_at = new Date(clock - 60_000 + requestCount++).toISOString()
  const row = { id, user_id: userId, kind: 'test', input: JSON.stringify({ text }), requested_at, ...overrides }
  await server.db.insertInto('download_task').values(row).execute()
  return id
}

const readTask = (id: string) =>
  server.db.selectFrom('download_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The text of the downloaded file. */
async function readFile(id: string): Promise<string> {
  const { attempt, file_size } = await readTask(id)
  return await readText(await files.read({ id, attempt }, file_size ?? 0))
}

/** Tasks with stored pieces of a file, complete or not. */
async function listStoredFiles(): Promise<string[]> {
  const rows = await server.db.selectFrom('download_chunk').select('task_id').distinct().execute()
  return rows.map(({ task_id }) => task_id)
}

const writeText: DownloadKind['write'] = (input, onProgress) => {
  onProgress({ done: 3, total: 3 })
  return Readable.from([(input as { text: string }).text])
}

/** A file that never ends. */
const writeForever: DownloadKind['write'] = () => new Readable({ read: () => undefined })

/** Connections of queues and workers. */
async function countQueueLines(): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from pg_stat_activity
    where datname = current_database() and application_name like 'ongyeol-office jobs %'
  `.execute(server.db)
  return rows[0]?.lines ?? 0
}

test('a process that only submits work connects to the queue with its first task', async () => {
  const { queue } = openProcess(writeText, false)
  await delay(300)
  expect(await countQueueLines()).toBe(0)
  openProcess(writeText)
  // Too recent for the poll: only its own process delivers it now.
  const id = await requestDownload('가', { requested_at: new Date(clock).toISOString() })
  queue.deliver({ id, kind: 'test' })
  await expect.poll(async () => (await readTask(id)).status).toBe('completed')
})

test('tasks run in the order of their requests, each with its own file', async () => {
  const [first, second, third] = [await requestDownload('가'), await requestDownload('나'), await requestDownload('다')]
  openProcess(writeText)
  // Two run in parallel: the last may be finished before the other one.
  for (const id of [first, second, third]) await expect.poll(async () => (await readTask(id)).status).toBe('completed')
  expect(await Promise.all([first, second, third].map(readFile))).toEqual(['가', '나', '다'])
  expect(await readTask(first)).toMatchObject({ done: 3, total: 3, file_size: 3, error: null })
})

test('a task whose server died is started over by another process; one in progress is left alone', async () => {
  const formatHeartbeat = (secondsAgo: number) => new Date(clock - secondsAgo * 1000).toISOString()
  const dead = await requestDownload('가', { status: 'processing', done: 2, beat_at: formatHeartbeat(6) })
  const alive = await requestDownload('나', { status: 'processing', done: 2, beat_at: formatHeartbeat(1) })
  openProcess(writeText)
  await expect.poll(async () => (await readTask(dead)).status).toBe('completed')
  expect(await readTask(alive)).toMatchObject({ status: 'processing', done: 2 })
})

test('a draining server requeues its task at once and leaves no partial file', async () => {
  const id = await requestDownload('가')
  const { queue, drain } = openProcess(writeForever)
  await expect.poll(async () => (await readTask(id)).status).toBe('processing')
  drain()
  await queue.stop()
  expect((await readTask(id)).status).toBe('pending')
  expect(await listStoredFiles()).toEqual([])
  openProcess(writeText)
  await expect.poll(async () => (await readTask(id)).status).toBe('completed')
})

test('a task whose row was deleted stops, also in another process', async () => {
  const id = await requestDownload('가')
  let isClosed = false
  openProcess(() => new Readable({ read: () => undefined, destroy: (_, done) => ((isClosed = true), done(null)) }))
  await expect.poll(async () => (await readTask(id)).status).toBe('processing')
  await server.db.deleteFrom('download_task').where('id', '=', id).execute()
  await expect.poll(() => isClosed).toBe(true)
  await expect.poll(listStoredFiles).toEqual([])
})

test('a failing task gets a neutral message, and the next one runs', async () => {
  const bad = await requestDownload('틀림')
  openProcess((input, onProgress) => {
    if ((input as { text: string }).text === '틀림') throw new Error('secret path /etc')
    return writeText(input, onProgress)
  })
  const good = await requestDownload('맞음')
  await expect.poll(async () => (await readTask(good)).status).toBe('completed')
  await expect.poll(async () => (await readTask(bad)).status).toBe('failed')
  expect(await readTask(bad)).toMatchObject({ status: 'failed', error: '처리 중 오류가 발생했습니다.' })
})

test('a task and its file are deleted a day after its end', async () => {
  const old = await requestDownload('가')
  const { queue } = openProcess(writeText)
  await expect.poll(async () => (await readTask(old)).status).toBe('completed')
  await queue.stop()
  clock += 24 * 3_600_000 + 1000
  const fresh = await requestDownload('나')
  openProcess(writeText)
  await expect.poll(listStoredFiles).toEqual([fresh])
  const { rows } = { rows: await server.db.selectFrom('download_task').select('id').execute() }
  expect(rows).toEqual([{ id: fresh }])
})

test('a file of many pieces reads back unchanged, also in another process', async () => {
  const id = await requestDownload('가')
  const letters = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0xac00 + index).repeat(10_000))
  openProcess(() => Readable.from(letters))
  await expect.poll(async () => (await readTask(id)).status).toBe('completed')
  expect(await readFile(id)).toBe(letters.join(''))
  const pieces = await server.db.selectFrom('download_chunk').selectAll().where('task_id', '=', id).execute()
  expect(pieces.length).toBeGreaterThan(3)
  await server.db.deleteFrom('download_chunk').where('seq', '=', 2).execute()
  await expect(readFile(id)).rejects.toThrow('no result')
})

test('stored pieces are encrypted and can be decrypted only in their own location', async () => {
  const [id, other] = [await requestDownload('900101-1000002'), await requestDownload('다른 파일')]
  openProcess(writeText)
  for (const taskId of [id, other]) await expect.poll(async () => (await readTask(taskId)).status).toBe('completed')
  const readPieces = () => server.db.selectFrom('download_chunk').selectAll().orderBy('task_id').execute()
  expect(Buffer.concat((await readPieces()).map(({ bytes }) => bytes)).includes('900101')).toBe(false)
  const [first] = (await readPieces()).filter(({ task_id }) => task_id === id)
  await server.db
    .updateTable('download_chunk')
    .set({ bytes: first?.bytes ?? Buffer.alloc(0) })
    .where('task_id', '=', other)
    .execute()
  expect(await readFile(id)).toBe('900101-1000002')
  await expect(readFile(other)).rejects.toThrow('보관된 파일을 열 수 없습니다')
})

test('a process presumed dead that continues does not touch its successor’s file', async () => {
  const id = await requestDownload('가')
  const sleeper = new Readable({ read: () => undefined })
  openProcess(() => sleeper)
  await expect.poll(async () => (await readTask(id)).status).toBe('processing')
  const kind = {
    name: 'test',
    input: z.unknown(),
    write: () => Readable.from(['뒤에 온 것']),
  } as unknown as DownloadKind
  const successor = createFileWork({ log: server.log, deps: server.deps, files }, kind)
  await successor.work({
    taskId: id,
    part: 'file',
    isFirstTry: true,
    isLastTry: false,
    signal: new AbortController().signal,
  })
  sleeper.push('먼저 온 것')
  sleeper.push(null)
  await expect.poll(() => sleeper.destroyed).toBe(true)
  expect(await readFile(id)).toBe('뒤에 온 것')
  expect(await readTask(id)).toMatchObject({ status: 'completed', attempt: 2 })
})
