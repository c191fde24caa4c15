import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { openBullmq } from './open-bullmq.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('waits for a database that dies while queue and worker check their tables', async () => {
  const line = await createFaultyProxy(database.url)
  const signal = new AbortController().signal
  const bullmq = await openBullmq({ databaseUrl: line.url, redisUrl: undefined, prefix: 'test' }, signal)
  line.resetOn(/COALESCE\(MAX\(version\)/, 3)
  const done: string[] = []
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  const opened = (async () => {
    const queue = await bullmq.openQueue('items', onError)
    const work = async ({ data }: { data: { task: string } }) => void done.push(data.task)
    const hands = { work, onError, onGivenUp: () => undefined }
    return { queue, worker: await bullmq.startWorker('items', hands, { runRetryDelay: 100 }) }
  })()
  // A busy-looping worker would never let this timer fire.
  await delay(50)
  const { queue, worker } = await opened
  await queue.add('kind', { task: 'first', part: 'file' }, { jobId: 'first.file' })
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['first'])
  expect(errors.length).toBeLessThan(20)
  await worker.close()
  await queue.close()
  await bullmq.close()
  await line.close()
})

test('close ends a running worker first and blocks nothing', async () => {
  const bullmq = await openBullmq(
    { databaseUrl: database.url, redisUrl: undefined, prefix: 'test' },
    new AbortController().signal,
  )
  const hands = { work: async () => undefined, onError: () => undefined, onGivenUp: () => undefined }
  await bullmq.startWorker('items', hands, { drainDelay: 0.05 })
  await bullmq.close()
  // A worker without its connections would never let this timer fire.
  expect(await delay(200, 'on time')).toBe('on time')
})
