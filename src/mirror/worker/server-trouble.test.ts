import { expect, test } from 'vitest'
import type { ServerFailure } from '#contract/admin/server-failure.ts'
import { problem } from '#contract/problem.ts'
import type { Query } from '#contract/records/query.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { acceptWrites } from '#tests/support/fakes/writing-server.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

const everything: Query = { filters: [], search: '', sort: [] }

type Fetch = Runtime['fetch']

/** A device whose requests can be handled by something other than its server. */
async function createDevice(isCopied: boolean) {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  const cases = [makeCase(100, { group_id: makeId(1), owner: '강하늘' })]
  for (const record of cases) server.put('real-estate', record)
  const network: { respond: Fetch | null } = { respond: null }
  const working = acceptWrites(server, cases)
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: (input, init) => (network.respond ?? working)(input, init) })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const open = () => openOfflineCopy({ userId: testUserId, runtime: tab.runtime, createWorker: null })
  if (isCopied) {
    const first = await open()
    await browser.runUntil(() => first.getStatus().lastSyncAt !== null)
    first.close()
  }
  return { browser, tab, network, working, open }
}

const answerHtml = (status: number) => async () =>
  new Response('<html><h1>안내</h1></html>', { status, headers: { 'content-type': 'text/html' } })
const refuse = (code: Parameters<typeof problem>[0], status: number) => async () =>
  Response.json(problem(code), { status })
const answerProbeOnly =
  (status: number): Fetch =>
  async (input) =>
    input.endsWith('/probe') ? Response.json({ ok: true, user_id: testUserId, epoch: 'e' }) : answerHtml(status)()
const neverResponds: Fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
const rejectFetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))

test.each<[string, Fetch, ServerFailure]>([
  ['our server fails', refuse('internal', 500), { kind: 'failed', status: 500, code: 'internal' }],
  ['our server is starting', refuse('unavailable', 503), { kind: 'failed', status: 503, code: 'unavailable' }],
  ['an error has no body from our server', answerHtml(500), { kind: 'failed', status: 500 }],
  ['everything but the probe fails', answerProbeOnly(500), { kind: 'failed', status: 500 }],
  ['a proxy has no server behind it', answerHtml(502), { kind: 'no_answer' }],
  ['a proxy waited too long', answerHtml(504), { kind: 'no_answer' }],
  ['the connection is refused', rejectFetch, { kind: 'no_answer' }],
  ['nobody responds', neverResponds, { kind: 'no_answer' }],
  ['a sign-in page of the network responds', answerHtml(200), { kind: 'foreign_answer' }],
  ['the network asks for its own sign-in', answerHtml(511), { kind: 'foreign_answer' }],
])('when %s, lists and figures without a copy say so and recover by themselves', async (_name, respond, trouble) => {
  const { browser, network, open } = await createDevice(false)
  network.respond = respond
  const copy = await open()
  const rows = copy.openRows('real-estate', everything)
  const counts: unknown[] = []
  copy.watchFigure('any-case', null, (state) => counts.push(state))
  await browser.runUntil(() => rows.getState().status === 'never_fetched', 90_000)
  expect(rows.getState()).toMatchObject({ total: 0, trouble })
  expect(counts.at(-1)).toEqual({ status: 'never_fetched', value: null })
  expect(copy.getStatus()).toMatchObject({ trouble, isInSync: false })

  network.respond = null
  const backAt = browser.clock.now()
  await browser.runUntil(() => rows.getState().isComplete, 90_000)
  // The probe on its way may still wait 20 s for a response; after that, pauses are at most 10 s.
  expect(browser.clock.now() - backAt).toBeLessThan(31_000)
  await browser.runUntil(() => copy.getStatus().lastSyncAt !== null)
  expect(rows.rowAt(0)?.record['owner']).toBe('강하늘')
  expect(copy.getStatus()).toMatchObject({ connection: 'online', trouble: null })
  copy.close()
})

test("a device without a network reports that and doesn't blame the server", async () => {
  const { browser, tab, network, open } = await createDevice(false)
  network.respond = rejectFetch
  tab.hasNetwork = false
  const copy = await open()
  const rows = copy.openRows('companies', everything)
  await browser.runUntil(() => rows.getState().status === 'never_fetched')
  expect(rows.getState().trouble).toEqual({ kind: 'no_network' })
  copy.close()
})

test.each([
  ['a visible page probes a silent server at least every 10 s', { isVisible: true, hasNetwork: true }, 10_000],
  ['a hidden page probes a silent server once in half a minute', { isVisible: false, hasNetwork: true }, 30_000],
  ['a page without a network probes once in half a minute', { isVisible: true, hasNetwork: false }, 30_000],
])('%s', async (_name, { isVisible, hasNetwork }, usualPauseMs) => {
  const { browser, tab, network, open } = await createDevice(true)
  tab.hasNetwork = hasNetwork
  let probes = 0
  network.respond = (input, init) => {
    if (input.endsWith('/probe')) probes += 1
    return rejectFetch(input, init)
  }
  const copy = await open()
  copy.setVisible(isVisible)
  await browser.advance(600_000)
  probes = 0
  await browser.advance(600_000)
  // Pauses are random up to twice their mean; the fake browser always draws the mean.
  expect(probes).toBeGreaterThan(600_000 / usualPauseMs - 2)
  expect(probes).toBeLessThan((600_000 / usualPauseMs) * 2 + 2)
  copy.close()
})

test.each([
  ['is full', 'QuotaExceededError', 'full'],
  ['reports errors of its storage', 'UnknownError', 'failing'],
])('a device that %s says so instead of loading, and copies once it can store', async (_name, error, storeFailure) => {
  const { browser, tab, open } = await createDevice(false)
  tab.faults.abortWith = () => error
  const copy = await open()
  const rows = copy.openRows('real-estate', everything)
  const chunks: number[] = []
  const reading = copy.readAll('real-estate', everything, (chunk) => void chunks.push(chunk.length))
  await browser.runUntil(() => rows.getState().status === 'never_fetched', 90_000)
  await reading
  expect(chunks).toEqual([0])
  expect(rows.getState()).toMatchObject({ total: 0, storeFailure })
  expect(copy.getStatus()).toMatchObject({ storeFailure, isInSync: false })

  tab.faults.abortWith = () => null
  await browser.runUntil(() => rows.getState().isComplete, 180_000)
  await browser.runUntil(() => copy.getStatus().lastSyncAt !== null)
  expect(rows.rowAt(0)?.record['owner']).toBe('강하늘')
  expect(copy.getStatus()).toMatchObject({ storeFailure: null })
  copy.close()
})

test('a manual refresh probes the server at once, ignoring the backoff', async () => {
  const { browser, network, open } = await createDevice(false)
  network.respond = answerHtml(500)
  const copy = await open()
  const rows = copy.openRows('real-estate', everything)
  // The backoff has reached its maximum here.
  await browser.advance(600_000)
  network.respond = null
  const requestedAt = browser.clock.now()
  rows.refresh()
  await browser.runUntil(() => rows.getState().isComplete)
  expect(browser.clock.now() - requestedAt).toBeLessThan(1_000)
  copy.close()
})

test.each<[string, Fetch]>([
  ['fails', answerHtml(500)],
  ['does not respond', answerHtml(503)],
  ['is behind a sign-in page', answerHtml(200)],
])('with a copy, rows stay while the server %s, and edits wait and are sent later', async (_name, respond) => {
  const { browser, network, open } = await createDevice(true)
  network.respond = respond
  const copy = await open()
  const rows = copy.openRows('real-estate', everything)
  await browser.runUntil(() => copy.getStatus().trouble !== null)
  expect(rows.getState()).toMatchObject({ status: 'ready', total: 1 })
  const changes = { owner: { old: '강하늘', new: '강바다' } }
  await copy.enqueue({ kind: 'update', collection: 'real-estate', id: makeId(100), baseVersion: 1, changes })
  await browser.advance(120_000)
  expect(copy.outbox.getEntries()).toMatchObject([{ state: 'queued' }])
  network.respond = null
  await browser.runUntil(() => copy.outbox.getEntries().length === 0, 120_000)
  expect(rows.rowAt(0)).toMatchObject({ record: { owner: '강바다', version: 2 } })
  copy.close()
})

test('a conflict from the server ends 서버 응답 없음 at once', async () => {
  const { browser, network, working, open } = await createDevice(true)
  network.respond = rejectFetch
  const copy = await open()
  // The backoff of the probe has reached its maximum here.
  await browser.advance(600_000)
  expect(copy.getStatus()).toMatchObject({ connection: 'offline', trouble: { kind: 'no_answer' } })
  const current = makeCase(100, { group_id: makeId(1), owner: '강물', version: 2 })
  const conflict = { ...problem('conflict'), current }
  network.respond = async (input, init) =>
    (init?.method ?? 'GET') === 'GET' ? working(input, init) : Response.json(conflict, { status: 409 })
  const changes = { owner: { old: '강하늘', new: '강바다' } }
  await copy.enqueue({ kind: 'update', collection: 'real-estate', id: makeId(100), baseVersion: 1, changes })
  await browser.runUntil(() => copy.outbox.getEntries().some(({ state }) => state === 'conflict'), 5_000)
  expect(copy.getStatus().trouble).toBeNull()
  copy.close()
})

test('an edit that is answered during a pull leaves the device online once the pull is done', async () => {
  const { browser, network, working, open } = await createDevice(true)
  const isPull = (input: string) => input.includes('/api/sync/changes')
  network.respond = (input, init) => (isPull(input) ? rejectFetch(input, init) : working(input, init))
  const copy = await open()
  await browser.runUntil(() => copy.getStatus().trouble !== null)
  // The server is back: the probe reaches it, and the pull after it takes a while.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let hasPullBegun = false
  network.respond = async (input, init) => {
    if (isPull(input)) hasPullBegun = true
    if (isPull(input)) await released
    return working(input, init)
  }
  await browser.runUntil(() => hasPullBegun)
  expect(copy.getStatus()).toMatchObject({ connection: 'online', trouble: { kind: 'no_answer' } })
  const changes = { owner: { old: '강하늘', new: '강바다' } }
  await copy.enqueue({ kind: 'update', collection: 'real-estate', id: makeId(100), baseVersion: 1, changes })
  await browser.runUntil(() => copy.getStatus().trouble === null)
  release()
  await browser.runUntil(() => copy.outbox.getEntries().length === 0)
  await browser.advance(60_000)
  expect(copy.getStatus()).toMatchObject({ connection: 'online', trouble: null, isInSync: true })
  copy.close()
})

test('a second tab reports the same trouble as the leader', async () => {
  const { browser, network, open } = await createDevice(false)
  network.respond = answerHtml(500)
  const copy = await open()
  await browser.runUntil(() => copy.getStatus().trouble !== null)
  const other = await open()
  const rows = other.openRows('titles', everything)
  await browser.runUntil(() => rows.getState().status === 'never_fetched')
  expect(rows.getState().trouble).toEqual({ kind: 'failed', status: 500 })
  copy.close()
  other.close()
})
