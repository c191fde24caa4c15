import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DatabaseUnavailableError } from '#server/db/database-failure.ts'
import { newId } from '#server/new-id.ts'
import { openQueueContext } from '#tests/support/tasks/queue-context.ts'
import type { DownloadKind } from './task-kind.ts'
import { createTaskQueue, type TaskQueue } from './task-queue.ts'

const server = await openQueueContext()
const opened: TaskQueue[] = []

afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.stop()
  await server.db.deleteFrom('download_task').execute()
})
afterAll(server.close)

function startQueue(write: DownloadKind['write']): void {
  const queue = createTaskQueue(server.log, server.deps, { pollMs: 20, silentMs: 5000, retryMs: 20 })
  queue.addDownloadKind({ name: 'test', input: z.object({}), write } as unknown as DownloadKind)
  queue.start({ isWorking: true })
  opened.push(queue)
}

async function requestDownload(): Promise<string> {
  const id = newId()
  const user_id = server.userId
  const row = { id, user_id, kind: 'test', input: '{}', requested_at: new Date(Date.now() - 60_000).toISOString() }
  await server.db.insertInto('download_task').values(row).execute()
  return id
}

async function readTask(id: string) {
  return await server.db.selectFrom('download_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('a file that does not fit on the disk gets that message, and no partial file stays', async () => {
  const id = await requestDownload()
  startQueue(() =>
    Readable.from(
      (function* () {
        yield 'a beginning'
        // A Linux device on which every write fails as on a full disk.
        writeFileSync('/dev/full', 'x')
      })(),
    ),
  )
  await expect.poll(async () => (await readTask(id)).status).toBe('failed')
  expect((await readTask(id)).error).toContain('저장 공간이 가득')
  expect(await server.db.selectFrom('download_chunk').select('seq').execute()).toEqual([])
})

test('a task that loses its database is requeued and completes when it is back', async () => {
  const id = await requestDownload()
  let tries = 0
  startQueue(() => {
    tries += 1
    if (tries < 3) throw new DatabaseUnavailableError('the database is unreachable')
    return Readable.from(['가'])
  })
  await expect.poll(async () => (await readTask(id)).status).toBe('completed')
  expect([tries, (await readTask(id)).error]).toEqual([3, null])
})
