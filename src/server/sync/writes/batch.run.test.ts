import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import type { BatchEntry } from '#contract/sync/sync.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { BatchContext } from '#server/writes/write-request.ts'
import { runBatch } from './batch.ts'

const entries: BatchEntry[] = Array.from({ length: 12 }, (_, n) => ({
  op_id: `op ${n}`,
  method: 'PUT',
  path: '/',
  body: { id: `record ${n}` },
  base_version: null,
}))

const batchOptions = {
  timeoutMs: 60_000,
  toProblem: (error: unknown) => (error instanceof HttpProblem ? error.problem : problem('internal')),
  isDisconnected: () => false,
}

function buildDoneResult({ op_id: opId }: BatchEntry) {
  return { status: 200, headers: { 'op-id': opId, etag: '"2"', 'change-seq': '1.1' }, body: { id: opId, version: 2 } }
}

test('a blocked entry delays the responses of the others by at most the time limit', async () => {
  const write = (entry: BatchEntry) =>
    entry.op_id === 'op 3' ? new Promise<never>(() => {}) : Promise.resolve(buildDoneResult(entry))
  const responses = await runBatch(entries, { ...batchOptions, timeoutMs: 30, write })
  expect(responses.filter(({ status }) => status !== 200)).toMatchObject([{ op_id: 'op 3', status: 503, headers: {} }])
})

test('a bug in one entry fails only that entry', async () => {
  const write = async (entry: BatchEntry) => {
    if (entry.op_id === 'op 3') throw new TypeError('a bug')
    return buildDoneResult(entry)
  }
  const responses = await runBatch(entries, { ...batchOptions, write })
  expect(responses.filter(({ status }) => status !== 200)).toMatchObject([{ op_id: 'op 3', status: 500, headers: {} }])
})

test('after a lost database or a hung-up client, no further entry begins', async () => {
  for (const how of ['lost', 'hung up'] as const) {
    let tried = 0
    const write = async (entry: BatchEntry, batch: BatchContext) => {
      await new Promise((resolve) => setTimeout(resolve, Number(entry.op_id.slice(3))))
      if (!batch.canStart()) throw new HttpProblem(problem('unavailable'))
      tried += 1
      if (tried > 4 && how === 'lost') throw new HttpProblem(problem('unavailable'))
      return buildDoneResult(entry)
    }
    const responses = await runBatch(entries, {
      ...batchOptions,
      write,
      isDisconnected: () => how === 'hung up' && tried > 4,
    })
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(how === 'lost' ? 4 : 5)
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(how === 'lost' ? 8 : 7)
    expect(tried).toBe(5)
  }
})

test('no entry begins after the response was sent', async () => {
  const started: boolean[] = []
  const later: Promise<void>[] = []
  const write = async (entry: BatchEntry, batch: BatchContext) => {
    if (entry.op_id !== 'op 3') return buildDoneResult(entry)
    const { promise, resolve } = Promise.withResolvers<void>()
    later.push(promise)
    await new Promise((finish) => setTimeout(finish, 60))
    started.push(batch.canStart())
    resolve()
    return buildDoneResult(entry)
  }
  const responses = await runBatch(entries, { ...batchOptions, timeoutMs: 20, write })
  expect(responses.find(({ op_id: opId }) => opId === 'op 3')).toMatchObject({ status: 503 })
  await Promise.all(later)
  expect(started).toEqual([false])
})
