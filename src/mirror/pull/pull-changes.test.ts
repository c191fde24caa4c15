import { expect, test, vi } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { syncHeaders } from '#contract/sync/sync.ts'
import { openChannelPair } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { type Caller, openCaller, serveCalls } from '#mirror/worker/call-channel.ts'
import { createCallHandlers } from '#mirror/worker/call-handlers.ts'
import type { CollectionQuery, EngineCalls } from '#mirror/worker/calls.ts'
import type { EngineState } from '#mirror/worker/engine-state.ts'
import { closeEngine, openEngine } from '#mirror/worker/engine.ts'
import { pullAndSettle } from '#mirror/worker/pull-as-leader.ts'
import {
  makeCase,
  makeGroup,
  makeId,
  type ScriptedServer,
  startScriptedServer,
} from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeTokens, makeUpdateEdit, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

async function openDevice(server: ScriptedServer) {
  const browser = makeFakeBrowser({ clock: 'real' })
  const first = browser.openTab({ fetch: server.fetch })
  const outbox = await openOutbox(first.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  /** An engine that only pulls on demand. */
  const start = async (): Promise<EngineState> => {
    const tab = browser.openTab({ fetch: (input, init) => server.fetch(input, init) })
    const engine = await openEngine({ runtime: tab.runtime, userId: testUserId })
    await engine.loading
    return engine
  }
  return { browser, start, runtime: first.runtime }
}

function startOffice(count: number): ScriptedServer {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  for (let number = 0; number < count; number++)
    server.put('real-estate', makeCase(1_000 + number, { group_id: makeId(1) }))
  return server
}

/** Pulls once, as the leader does. */
function pullOnce(engine: EngineState) {
  return pullAndSettle(engine, engine.controller.signal)
}

/** Calls the engine like a page. */
function openEngineCaller(engine: EngineState): Caller<EngineCalls> {
  const [page, worker] = openChannelPair()
  serveCalls(worker, Promise.resolve(createCallHandlers(engine)))
  return openCaller(page, makeFakeBrowser().openTab().runtime)
}

/** The owners in the whole case book. */
async function listOwners(engine: EngineState): Promise<string[]> {
  const request: CollectionQuery = { collection: 'real-estate', query: { filters: [], search: '', sort: [] } }
  const owners: string[] = []
  return new Promise((resolve, reject) => {
    const reading = openEngineCaller(engine).subscribe('chunks', request, {
      onAnswer(chunk) {
        owners.push(...chunk.rows.map((row) => String(row.record['owner'])))
        if (chunk.done === chunk.total) resolve(owners)
        else reading.send('next')
      },
      onFailure: (message) => reject(new Error(message)),
    })
  })
}

/** One record as screens receive it. */
function requestRow(engine: EngineState, id: string): Promise<SourceRow | null> {
  return openEngineCaller(engine).request('row', { collection: 'real-estate', id, stamp: 0 }, { ms: null })
}

test('an interrupted first copy resumes after the last stored page', async () => {
  const server = startOffice(2_500)
  const { start } = await openDevice(server)
  let pages = 0
  server.beforeResponse = (path) => {
    if (path.startsWith('/api/sync/real-estate/rows')) pages += 1
    if (pages > 2) throw new TypeError('connection lost')
  }
  const before = await start()
  expect(await pullOnce(before)).toBe('unreachable')
  closeEngine(before)
  server.beforeResponse = () => undefined
  server.requests.length = 0
  const after = await start()
  expect(await pullOnce(after)).toBe('done')
  expect(listPageRequests(server)).toEqual([`/api/sync/real-estate/rows?after=${makeId(2_999)}&limit=1000`])
  expect(await listOwners(after)).toHaveLength(2_500)
  closeEngine(after)
})

/** The requests for pages of the case book so far. */
function listPageRequests(server: ScriptedServer): string[] {
  return server.requests.filter((path) => path.startsWith('/api/sync/real-estate/rows'))
}

test('three pages of a first copy are on their way at once, and each is requested once', async () => {
  const server = startOffice(5_500)
  const { start } = await openDevice(server)
  const { fetch } = server
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  server.fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!input.includes('/real-estate/rows')) return response
    const body = new ReadableStream({
      async start(controller) {
        await released
        controller.enqueue(new Uint8Array(await response.arrayBuffer()))
        controller.close()
      },
    })
    return new Response(body, { headers: response.headers })
  }
  const engine = await start()
  const copying = pullOnce(engine)
  const path = '/api/sync/real-estate/rows?'
  const requested = [
    `${path}limit=1000`,
    ...[1_999, 2_999, 3_999, 4_999, 5_999].map((last) => `${path}after=${makeId(last)}&limit=1000`),
  ]
  await vi.waitFor(() => expect(listPageRequests(server)).toEqual(requested.slice(0, 3)))
  release()
  expect(await copying).toBe('done')
  expect(listPageRequests(server)).toEqual(requested)
  expect(await listOwners(engine)).toHaveLength(5_500)
  closeEngine(engine)
})

test('a first copy is complete behind a proxy that removes headers', async () => {
  const server = startOffice(2_500)
  const { start } = await openDevice(server)
  const { fetch } = server
  server.fetch = async (input, init) => {
    const response = await fetch(input, init)
    response.headers.delete(syncHeaders.nextPage)
    return response
  }
  const engine = await start()
  expect(await pullOnce(engine)).toBe('done')
  expect(listPageRequests(server)).toHaveLength(3)
  expect(await listOwners(engine)).toHaveLength(2_500)
  closeEngine(engine)
})

test('a record deleted during the first copy is not restored by a page read earlier', async () => {
  const server = startOffice(1_500)
  const { start } = await openDevice(server)
  server.beforeResponse = (path) => {
    // While the first page with the record is in transit, the record is deleted and another one
    // changes.
    if (!path.includes(`/real-estate/rows?after=`)) return
    server.beforeResponse = () => undefined
    server.remove('real-estate', makeId(1_005))
    server.put('real-estate', makeCase(1_006, { owner: '새 이름', version: 2 }))
  }
  const engine = await start()
  expect(await pullOnce(engine)).toBe('done')
  const owners = await listOwners(engine)
  expect(owners).toHaveLength(1_499)
  expect(owners).toContain('새 이름')
  expect(owners).not.toContain('소유자 1005')
  closeEngine(engine)
  const reopened = await start()
  expect(await listOwners(reopened)).toEqual(owners)
  closeEngine(reopened)
})

test('takes changes page by page, and never applies an older version over a newer one', async () => {
  const server = startOffice(30)
  const { start } = await openDevice(server)
  const engine = await start()
  await pullOnce(engine)
  for (let number = 0; number < 1_200; number++) {
    server.put('real-estate', makeCase(1_000 + (number % 30), { owner: `고침 ${number}`, version: number + 2 }))
  }
  server.remove('real-estate', makeId(1_000))
  server.put('real-estate', makeCase(1_000, { owner: '다시 만듦', version: 5_000 }))
  expect(await pullOnce(engine)).toBe('done')
  const owners = await listOwners(engine)
  expect(owners).toHaveLength(30)
  expect(owners).toContain('다시 만듦')
  expect(owners).toContain('고침 1199')
  closeEngine(engine)
  const reopened = await start()
  expect(await listOwners(reopened)).toEqual(owners)
  closeEngine(reopened)
})

test('a record deleted while an edit of it waits stays visible with its last values', async () => {
  const server = startOffice(30)
  const { start, runtime } = await openDevice(server)
  const engine = await start()
  await pullOnce(engine)
  const outbox = await openOutbox(runtime, testUserId)
  await enqueueEdit(outbox, makeUpdateEdit(makeId(1_001), { fees: [null, 700] }))
  server.remove('real-estate', makeId(1_001))
  server.remove('real-estate', makeId(1_002))
  expect(await pullOnce(engine)).toBe('done')
  const deletedRow = { state: 'deleted', isGone: true, record: { owner: '소유자 1001', fees: 700 } }
  expect(await requestRow(engine, makeId(1_001))).toMatchObject(deletedRow)
  expect(await requestRow(engine, makeId(1_002))).toBeNull()
  closeEngine(engine)
  const reopened = await start()
  expect(await requestRow(reopened, makeId(1_001))).toMatchObject(deletedRow)

  // When the deletion is undone, the current record is shown with the edit still waiting.
  server.put('real-estate', makeCase(1_001, { owner: '되살린 이', version: 9 }))
  expect(await pullOnce(reopened)).toBe('done')
  const restoredRow = await requestRow(reopened, makeId(1_001))
  expect(restoredRow).toMatchObject({ state: 'plain', record: { owner: '되살린 이', fees: 700 } })
  expect(restoredRow?.isGone).toBeUndefined()
  closeEngine(reopened)
  closeOutbox(outbox)
})

test("an edit of a record missing on a restored server keeps the record's values", async () => {
  const server = startOffice(40)
  const { start, runtime } = await openDevice(server)
  const engine = await start()
  await pullOnce(engine)
  const outbox = await openOutbox(runtime, testUserId)
  await enqueueEdit(outbox, makeUpdateEdit(makeId(1_030), { fees: [null, 700] }))
  const restored = startOffice(20)
  restored.epoch = 'second'
  server.fetch = restored.fetch
  expect(await pullOnce(engine)).toBe('done')
  expect(await requestRow(engine, makeId(1_030))).toMatchObject({
    state: 'deleted',
    isGone: true,
    record: { owner: '소유자 1030', fees: 700 },
  })
  closeEngine(engine)
  closeOutbox(outbox)
})

test('copies everything again after a restore and keeps the outbox', async () => {
  const server = startOffice(40)
  const { start, runtime } = await openDevice(server)
  const engine = await start()
  await pullOnce(engine)
  const outbox = await openOutbox(runtime, testUserId)
  await enqueueEdit(outbox, makeUpdateEdit(makeId(1_001), { owner: ['소유자 1001', '내가 고침'] }))

  const restored = startOffice(20)
  restored.epoch = 'second'
  server.fetch = restored.fetch
  expect(await pullOnce(engine)).toBe('done')
  const owners = await listOwners(engine)
  expect(owners).toHaveLength(20)
  expect(owners).toContain('내가 고침')
  expect(outbox.image.entriesBySeq.size).toBe(1)
  closeOutbox(outbox)
  closeEngine(engine)
  const names = (await runtime.indexedDB.databases()).map(({ name }) => name ?? '')
  expect(names.filter((name) => name.startsWith('mirror-'))).toHaveLength(1)
  const reopened = await start()
  expect(await listOwners(reopened)).toEqual(owners)
  closeEngine(reopened)
})
