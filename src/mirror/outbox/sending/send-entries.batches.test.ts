import { afterEach, beforeEach, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { type FakeBrowser, type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { type RecordingServer, startRecordingServer } from '#tests/support/fakes/recording-server.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import { enqueueEdit, makeRecordId, makeTokens, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked, listEntryStates, openOutboxTab } from '#tests/support/outbox/outbox-tab.ts'
import { startSending } from '#tests/support/outbox/start-sending.ts'
import { enqueueEdits } from '../entries/enqueue-edits.ts'
import { discardEntry } from '../entries/repair-entry.ts'
import type { Outbox } from '../open-outbox.ts'
import { countOutbox } from '../outbox-view.ts'
import { saveSession } from '../session.ts'
import { drainOnce } from './drain-once.ts'
import { maxBatchSize } from './send-entries.ts'

let server: RecordingServer
let browser: FakeBrowser
let tab: FakeTab
let outbox: Outbox
let stop = () => {}

beforeEach(async () => {
  server = await startRecordingServer()
  browser = makeFakeBrowser()
  const opened = await openOutboxTab(browser, server.baseUrl, { isDraining: false })
  tab = opened.tab
  outbox = opened.outbox
  await saveSession(outbox, makeTokens())
})
afterEach(async () => {
  stop()
  stop = () => {}
  await server.close()
})

/** Stores `count` edits of different records that wait for a drainer. */
async function enqueue(count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { owner: ['가', `나${n}`] }))
}

/** The same as one action, on top of those. */
async function enqueueAction(count: number): Promise<void> {
  const edits = Array.from({ length: count }, (_, n) =>
    makeUpdateEdit(makeRecordId(n + 1), { owner: ['나', `다${n}`] }),
  )
  await enqueueEdits(outbox, edits)
}

function drain(): void {
  stop = startSending(outbox, { isVisible: true }).stop
}

function listBatchSizes(): number[] {
  return server.batches.map((batch) => batch.length)
}

async function expectAllOnce(count: number): Promise<void> {
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(count)
  const texts = Map.groupBy(server.requests, ({ opId }) => opId)
  for (const [, sent] of texts) expect(new Set(sent.map(({ body, ifMatch }) => `${ifMatch} ${body}`)).size).toBe(1)
  expect(await checkOutboxInvariants(outbox, createWitness())).toEqual([])
}

test('edits of different records share a request, a single one is a plain call', async () => {
  await enqueue(1)
  drain()
  await expectAllOnce(1)
  expect(server.batches.map((batch) => batch.map(({ path }) => path))).toEqual([['/api/mysql/realestate/list/']])
  server.reset()
  stop()
  for (let n = 1; n <= 120; n++) await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { owner: ['나', `다${n}`] }))
  drain()
  await expectAllOnce(120)
  expect(listBatchSizes()).toEqual([maxBatchSize, maxBatchSize, 20])
})

test('two edits of one record never share a request, nor does an edit with one it depends on', async () => {
  const group = makeRecordId(900)
  await enqueueEdit(outbox, {
    kind: 'create',
    collection: 'real-estate-groups',
    id: group,
    fields: { name: '제2공구' },
  })
  const fields = { group_id: group, owner: '가상인' }
  await enqueueEdit(outbox, { kind: 'create', collection: 'real-estate', id: makeRecordId(901), fields })
  await enqueue(10)
  drain()
  await browser.runUntil(() => server.requests.length > 0)
  for (let n = 1; n <= 10; n++)
    await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { owner: [`나${n}`, `다${n}`] }))
  await expectAllOnce(22)
  for (const batch of server.batches) {
    const ids = batch.map(({ body }) => (JSON.parse(body) as { id: string }).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.includes(group) && ids.includes(makeRecordId(901))).toBe(false)
  }
})

test('a batch and its transactions count once each: a hundred edits take a handful', async () => {
  await enqueue(100)
  const before = outbox.image.stamp
  drain()
  await expectAllOnce(100)
  expect(outbox.image.stamp - before).toBeLessThanOrEqual(5)
})

test('a refused edit is held alone; the others of its batch are done', async () => {
  await enqueue(10)
  const refusal = { status: 422, body: JSON.stringify(problem('refused')) }
  server.respond = ({ body }) => (body.includes('나4"') ? refusal : null)
  drain()
  await browser.runUntil(() => listEntryStates(outbox).every((state) => state === 'acked' || state === 'rejected'))
  expect(listEntryStates(outbox).filter((state) => state === 'rejected')).toHaveLength(1)
  expect(server.effects.size).toBe(9)
})

test('after a lost response each edit is sent alone with the same opId and body, and batches resume', async () => {
  await enqueue(60)
  let cuts = 1
  server.respondToBatch = () => (cuts-- > 0 ? 'cut' : null)
  drain()
  await expectAllOnce(60)
  expect(listBatchSizes()[0]).toBe(maxBatchSize)
  const resent = server.batches.filter((batch) => batch.some(({ opId }) => opId === server.batches[0]?.[0]?.opId))
  expect(resent.map((batch) => batch.length)).toEqual([maxBatchSize, 1])
  await browser.advance(10_000)
  await enqueueAction(30)
  await expectAllOnce(90)
  expect(listBatchSizes().at(-1)).toBe(30)
})

test('sends plain calls at once to a server without batches, and tries batches again later', async () => {
  await enqueue(120)
  let requests = 0
  server.respondToBatch = () => {
    requests += 1
    return { status: 404, body: JSON.stringify(problem('not_found')) }
  }
  drain()
  await browser.advance(500)
  expect(isAllAcked(outbox)).toBe(true)
  await expectAllOnce(120)
  expect(requests).toBe(1)
  await browser.advance(400_000)
  await enqueueAction(10)
  await expectAllOnce(130)
  expect(requests).toBe(2)
})

test('something on the way that breaks every batch but passes plain calls delays no edit for long', async () => {
  await enqueue(200)
  server.respondToBatch = () => ({ status: 200, body: '<html></html>', headers: { 'content-type': 'text/html' } })
  drain()
  const start = browser.clock.now()
  await expectAllOnce(200)
  expect(browser.clock.now() - start).toBeLessThan(10_000)
})

test('a 401 for a batch holds everything until the session is renewed, then all arrive', async () => {
  await enqueue(120)
  server.respond = ({ path, token }) => {
    if (path.includes('get_refresh_token')) {
      return { status: 200, body: JSON.stringify(makeTokens({ access_token: 'access-2', refresh_token: 'refresh-2' })) }
    }
    return token === 'access-1' ? { status: 401, body: '' } : null
  }
  drain()
  await expectAllOnce(120)
})

test('after a 426 for a batch single edits are tried; if they get it too, nothing else is sent', async () => {
  await enqueue(120)
  server.respondToBatch = () => ({ status: 426, body: JSON.stringify(problem('client_outdated')) })
  server.respond = ({ opId }) => ({ status: 426, body: '', headers: { 'op-id': opId } })
  drain()
  await browser.advance(60_000)
  expect(listBatchSizes()[0]).toBe(maxBatchSize)
  expect(server.batches.length).toBeLessThanOrEqual(5)
  const states = listEntryStates(outbox)
  expect(states.filter((state) => state === 'held_version')).toHaveLength(server.batches.length - 1)
  expect(states.filter((state) => state === 'queued')).toHaveLength(121 - server.batches.length)
})

test('a 426 for a batch from something on the way only splits it', async () => {
  await enqueue(120)
  server.respondToBatch = () => ({ status: 426, body: '<html>' })
  drain()
  await expectAllOnce(120)
})

test("edits with long texts stay below the server's limit, in smaller batches or alone", async () => {
  const text = '가'.repeat(60_000)
  for (let n = 1; n <= 12; n++)
    await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { purpose: ['가', `${text}${n}`] }))
  const longText = '가'.repeat(260_000)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(13), { purpose: ['가', longText] }))
  drain()
  await expectAllOnce(13)
  const bytes = server.batches.map((batch) => batch.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0))
  const batches = bytes.filter((_sum, index) => (listBatchSizes()[index] ?? 0) > 1)
  expect(batches.length).toBeGreaterThan(1)
  expect(Math.max(...batches)).toBeLessThan(1_000_000)
})

test('what waits behind an edit in transit can be dropped, and the edit itself cannot', async () => {
  await enqueue(120)
  server.respondToBatch = () => 'hang'
  drain()
  await browser.runUntil(() => server.batches.length > 0)
  await browser.settle()
  const { waiting, sending } = countOutbox(outbox)
  expect(sending).toBeGreaterThanOrEqual(maxBatchSize)
  expect(waiting + sending).toBe(120)
  const entries = [...outbox.image.entriesBySeq.values()]
  expect(await discardEntry(outbox, entries[0]?.opId ?? '')).toBe('busy')
  expect(await discardEntry(outbox, entries.at(-1)?.opId ?? '')).toBe('done')
})

test('the service worker sends in batches as well', async () => {
  await enqueue(100)
  await drainOnce(browser.openTab({ fetch, baseUrl: server.baseUrl }).runtime, new AbortController().signal)
  await expectAllOnce(100)
  expect(listBatchSizes()).toEqual([maxBatchSize, maxBatchSize])
})

test('a tab that dies at any step of a batched replay loses nothing, and nothing takes effect twice', async () => {
  let steps = 0
  for (let isDead = true; isDead; steps++) {
    server.reset()
    browser = makeFakeBrowser()
    const first = await openOutboxTab(browser, server.baseUrl, { isDraining: false })
    outbox = first.outbox
    tab = first.tab
    await saveSession(outbox, makeTokens())
    await enqueue(7)
    tab.crashAtStep(steps + 1)
    drain()
    await browser.advance(3_000)
    isDead = tab.isDead
    tab.crashAtStep(Number.POSITIVE_INFINITY)
    stop()
    tab.kill()
    const next = await openOutboxTab(browser, server.baseUrl)
    outbox = next.outbox
    await expectAllOnce(7)
    next.drainer?.stop()
  }
  expect(steps).toBeGreaterThan(5)
}, 120_000)
