import { expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import type { TrailEntry, TrailPage } from '#contract/trail/trail.ts'
import { createTrailSource, type ReadPage } from './trail-source.ts'

/** A server with rows `count`…1, newest first. */
function createServer(count: number) {
  const requests: { params: object; after: string; limit: number }[] = []
  const readPage: ReadPage = async (params, { after, limit }) => {
    requests.push({ params, after, limit })
    const from = after === '' ? count : Number(after)
    const results = Array.from({ length: Math.min(limit, from) }, (_, index) => makeEntry(from - index))
    const rest = from - results.length
    const value: TrailPage = { results, next: rest === 0 ? null : String(rest) }
    return { ok: true, value: after === '' ? { ...value, ...makeTotal(count) } : value }
  }
  return { requests, readPage }
}

const makeTotal = (count: number) =>
  count > 10_000 ? ({ total_count: 10_000, total_is_at_least: true } as const) : { total_count: count }

function makeEntry(seq: number): TrailEntry {
  const rest = { address: null, act: 'read', collection: null, record_id: null, subject: null, detail: null }
  return { seq, at: '2026-11-25T01:00:00Z', user_name: '김가온', ...rest }
}

const waitUntilReady = (source: { getState(): { status: string } }) =>
  vi.waitFor(() => expect(source.getState().status).toBe('ready'))

test('takes the total from the first page and requests only rows that are viewed', async () => {
  const { requests, readPage } = createServer(350)
  const source = createTrailSource(readPage)
  source.setParams({ act: 'read' })
  await waitUntilReady(source)
  expect(source.getState()).toMatchObject({ total: 350, isComplete: true, generation: 1 })
  source.ensureRange(0, 40)
  expect(requests).toEqual([{ params: { act: 'read' }, after: '', limit: 100 }])
  source.ensureRange(90, 120)
  await vi.waitFor(() => expect(source.rowAt(120)?.id).toBe('230'))
  source.ensureRange(340, 349)
  await vi.waitFor(() => expect(source.rowAt(349)?.id).toBe('1'))
  expect(requests.slice(1)).toEqual([
    { params: { act: 'read' }, after: '250', limit: 100 },
    { params: { act: 'read' }, after: '150', limit: 150 },
  ])
  expect(source.getState()).toMatchObject({ total: 350, generation: 1 })
  expect(source.indexOf('230')).toBe(120)
  expect(source.getEntry('230')).toMatchObject({ seq: 230 })
})

test('grows beyond a capped count as long as more pages follow', async () => {
  const { readPage } = createServer(10_300)
  const source = createTrailSource(readPage)
  source.setParams({})
  await waitUntilReady(source)
  expect(source.getState()).toMatchObject({ total: 10_000, isAtLeast: true })
  source.ensureRange(9_990, 9_999)
  await vi.waitFor(() => expect(source.rowAt(9_999)?.id).toBe('301'))
  await vi.waitFor(() => expect(source.getState().total).toBe(10_001))
  source.ensureRange(9_999, 10_000)
  await vi.waitFor(() => expect(source.getState()).toMatchObject({ total: 10_101, isAtLeast: true }))
  source.ensureRange(10_200, 10_299)
  await vi.waitFor(() => expect(source.getState().total).toBe(10_300))
  expect(source.getState().isAtLeast).toBeUndefined()
})

test('drops the response to an outdated query and keeps the old rows until the new ones arrive', async () => {
  const { readPage } = createServer(3)
  const gate = Promise.withResolvers<void>()
  const source = createTrailSource(async (params, page) => {
    if ('name' in params) await gate.promise
    const result = await readPage(params, page)
    return 'act' in params ? { ok: true, value: { results: [], next: null, total_count: 0 } } : result
  })
  source.setParams({})
  await waitUntilReady(source)
  source.setParams({ name: '김' })
  expect([source.getState().status, source.rowAt(0)?.id]).toEqual(['loading', '3'])
  source.setParams({ act: 'read' })
  await vi.waitFor(() => expect(source.getState()).toMatchObject({ status: 'ready', total: 0, generation: 2 }))
  gate.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(source.getState()).toMatchObject({ total: 0, generation: 2 })
})

test('reports a refused first page; if a later page fails, keeps the rows and continues on retry', async () => {
  const { readPage } = createServer(250)
  let isAway = true
  const source = createTrailSource(async (params, page) =>
    isAway
      ? { ok: false, problem: problem('unavailable', { message: '연결 없음' }), isUnreachable: true }
      : await readPage(params, page),
  )
  source.setParams({})
  await vi.waitFor(() => expect(source.getRefusal()?.isUnreachable).toBe(true))
  isAway = false
  source.refresh()
  await waitUntilReady(source)
  isAway = true
  source.ensureRange(90, 150)
  await vi.waitFor(() => expect(source.getState()).toMatchObject({ status: 'error', message: '연결 없음', total: 250 }))
  expect([source.getRefusal(), source.rowAt(99)?.id]).toEqual([null, '151'])
  isAway = false
  source.refresh()
  await vi.waitFor(() => expect(source.rowAt(150)?.id).toBe('100'))
  expect(source.getState()).toMatchObject({ status: 'ready', generation: 1 })
})
