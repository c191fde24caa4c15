import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createWarmWorkers } from './warm-workers.ts'

const folder = mkdtempSync(join(tmpdir(), 'threads-'))
const file = join(folder, 'count.mjs')
// A worker that returns the number of its jobs so far; 'die' ends it between two jobs.
writeFileSync(
  file,
  `import { parentPort } from 'node:worker_threads'
let jobs = 0
parentPort.on('message', (job) => (job === 'die' ? process.exit(1) : parentPort.postMessage((jobs += 1))))`,
)
afterAll(() => rmSync(folder, { recursive: true }))

const open = (spare: number) =>
  createWarmWorkers(pathToFileURL(file), { idleCount: spare, resourceLimits: { maxOldGenerationSizeMb: 32 } })

async function count(thread: ReturnType<ReturnType<typeof open>['acquire']>): Promise<number> {
  thread.postMessage('count')
  const [jobs] = (await once(thread, 'message')) as [number]
  return jobs
}

test('a returned thread does the next job; a busy one does not', async () => {
  const threads = open(1)
  const first = threads.acquire()
  expect(await count(first)).toBe(1)
  const second = threads.acquire()
  expect(await count(second)).toBe(1)
  threads.release(first)
  const reusedThread = threads.acquire()
  expect(reusedThread).toBe(first)
  expect(await count(reusedThread)).toBe(2)
  expect(reusedThread.listenerCount('message')).toBe(0)
  await Promise.all([reusedThread.terminate(), second.terminate()])
})

test('at most `spare` threads wait, and one that died while waiting gets no job', async () => {
  const threads = open(1)
  const all = [threads.acquire(), threads.acquire()]
  await Promise.all(all.map(count))
  const [kept, surplus] = all
  if (kept === undefined || surplus === undefined) throw new Error('two threads were taken')
  threads.release(kept)
  threads.release(surplus)
  await once(surplus, 'exit')
  const keptEnd = new Promise((resolve) => kept.prependListener('exit', resolve))
  kept.postMessage('die')
  await keptEnd
  const next = threads.acquire()
  expect(next).not.toBe(kept)
  expect(await count(next)).toBe(1)
  await next.terminate()
})
