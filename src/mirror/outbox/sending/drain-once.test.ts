import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { changeVault, type VaultRow } from '#mirror/vault/vault-database.ts'
import { createViewLog } from '#mirror/view-log/view-log.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { type RecordingServer, startRecordingServer } from '#tests/support/fakes/recording-server.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeTokens,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked, listEntryStates, openOutboxTab, type OutboxTab } from '#tests/support/outbox/outbox-tab.ts'
import { closeOutbox, openOutbox, type Outbox } from '../open-outbox.ts'
import { createOutboxDatabase } from '../outbox-database.ts'
import { saveSession } from '../session.ts'
import { drainOnce } from './drain-once.ts'

let server: RecordingServer
let browser: FakeBrowser
let stops: (() => void)[] = []

beforeEach(async () => {
  server = await startRecordingServer()
  browser = makeFakeBrowser()
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  await server.close()
})

async function openTab(options: { isVisible?: boolean; isDraining?: boolean } = {}): Promise<OutboxTab> {
  const opened = await openOutboxTab(browser, server.baseUrl, options)
  if (opened.drainer) stops.push(opened.drainer.stop)
  return opened
}

async function enqueueMany(outbox: Outbox, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { owner: ['가', `나${n}`] }))
}

test('a tab that dies while sending leaves its entry to the next tab, with the same opId and body', async () => {
  const first = await openTab()
  await saveSession(first.outbox, makeTokens())
  server.respond = () => 'hang'
  await enqueueMany(first.outbox, 1)
  await browser.runUntil(() => server.requests.length === 1)
  first.tab.kill()
  server.respond = () => null
  const second = await openTab()
  await browser.runUntil(() => isAllAcked(second.outbox))
  expect(server.requests).toHaveLength(2)
  expect(server.requests[1]).toEqual(server.requests[0])
})

test('of several tabs and the service worker only one sends, and each edit takes effect once', async () => {
  const tabs = [await openTab(), await openTab(), await openTab()]
  const worker = browser.openTab({ fetch, baseUrl: server.baseUrl })
  const [first] = tabs
  if (!first) throw new Error('no tab')
  await saveSession(first.outbox, makeTokens())
  for (const [n, { outbox }] of tabs.entries()) {
    for (let m = 0; m < 5; m++)
      await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n * 10 + m), { owner: ['가', `나${n}${m}`] }))
  }
  const run = drainOnce(worker.runtime, new AbortController().signal)
  await browser.runUntil(() => tabs.every(({ outbox }) => outbox.image.entriesBySeq.size === 15 && isAllAcked(outbox)))
  await run
  expect(server.requests).toHaveLength(15)
  expect(server.effects.size).toBe(15)
})

test('without an open page the service worker sends for every user with a session and nobody else', async () => {
  const { outbox } = await openTab({ isDraining: false })
  await saveSession(outbox, makeTokens())
  await enqueueMany(outbox, 3)
  const other = await openOutbox(browser.openTab().runtime, makeRecordId(77))
  await enqueueEdit(other, makeUpdateEdit(makeRecordId(50), { owner: ['가', '나'] }))
  const worker = browser.openTab({ fetch, baseUrl: server.baseUrl })
  const result = await drainOnce(worker.runtime, new AbortController().signal)
  await browser.settle()
  expect(result).toEqual({ remaining: 0 })
  expect(server.requests).toHaveLength(3)
  expect(isAllAcked(outbox)).toBe(true)
  expect(listEntryStates(other)).toEqual(['queued'])
  server.respond = () => ({ status: 503, body: '' })
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(60), { owner: ['가', '나'] }))
  expect(await drainOnce(worker.runtime, new AbortController().signal)).toEqual({ remaining: 1 })
})

test('a restored connection ends every pause, and failed entries are sent in the same turn', async () => {
  const { outbox } = await openTab({ isDraining: false })
  await saveSession(outbox, makeTokens())
  await enqueueMany(outbox, 2)
  const worker = browser.openTab({ fetch, baseUrl: server.baseUrl })
  server.respond = () => 'cut'
  expect(await drainOnce(worker.runtime, new AbortController().signal)).toEqual({ remaining: 2 })
  server.respond = () => null
  expect(await drainOnce(worker.runtime, new AbortController().signal)).toEqual({ remaining: 0 })
  expect(server.effects.size).toBe(2)
})

test('a frozen tab keeps its lock but not the work: a visible tab takes over in under 25 seconds', async () => {
  const frozen = await openTab()
  await saveSession(frozen.outbox, makeTokens())
  server.respond = () => 'hang'
  await enqueueMany(frozen.outbox, 1)
  await browser.runUntil(() => server.requests.length === 1)
  frozen.tab.freeze()
  const visible = await openTab()
  await enqueueEdit(visible.outbox, makeUpdateEdit(makeRecordId(2), { owner: ['가', '나'] }))
  server.respond = () => null
  const since = browser.clock.now()
  await browser.runUntil(() => listEntryStates(visible.outbox)[1] === 'acked', 60_000)
  expect(browser.clock.now() - since).toBeLessThanOrEqual(25_000)
  await browser.runUntil(() => isAllAcked(visible.outbox), 60_000)
  frozen.tab.thaw()
  await browser.advance(60_000)
  expect(server.effects.size).toBe(2)
  expect(
    new Set(server.requests.filter((request) => request.body.includes(makeRecordId(1))).map((request) => request.opId))
      .size,
  ).toBe(1)
  expect(await checkOutboxInvariants(visible.outbox, createWitness())).toEqual([])
})

test('a service worker stopped while sending leaves its entry to the next one, with the same opId and body', async () => {
  const { outbox } = await openTab({ isDraining: false })
  await saveSession(outbox, makeTokens())
  await enqueueMany(outbox, 1)
  const stopped = browser.openTab({ fetch, baseUrl: server.baseUrl })
  server.respond = () => 'hang'
  void drainOnce(stopped.runtime, new AbortController().signal)
  await browser.runUntil(() => server.requests.length === 1)
  stopped.kill()
  server.respond = () => null
  const next = browser.openTab({ fetch, baseUrl: server.baseUrl })
  expect(await drainOnce(next.runtime, new AbortController().signal)).toEqual({ remaining: 0 })
  expect(server.requests[1]).toEqual(server.requests[0])
  expect(server.effects.size).toBe(1)
})

test('a hidden tab waits minutes before it steals the lock', async () => {
  const frozen = await openTab()
  await saveSession(frozen.outbox, makeTokens())
  server.respond = () => 'hang'
  await enqueueMany(frozen.outbox, 1)
  await browser.runUntil(() => server.requests.length === 1)
  frozen.tab.freeze()
  const hidden = await openTab({ isVisible: false })
  await browser.advance(120_000)
  expect(browser.locks.findHolder(`drain-${testUserId}`)).toBe(frozen.tab)
  server.respond = () => null
  await browser.advance(120_000)
  expect(browser.locks.findHolder(`drain-${testUserId}`)).toBe(hidden.tab)
  expect(isAllAcked(hidden.outbox)).toBe(true)
})

test('a worker without keys neither sends nor touches what waits on a sealed device', async () => {
  const tab = browser.openTab({ fetch: (input, init) => fetch(input, init), baseUrl: server.baseUrl })
  const sealed: Runtime = { ...tab.runtime, seals: createTestSeals('staff') }
  await changeVault(sealed, testUserId, () => closedVault)
  const outbox = await openOutbox(sealed, testUserId)
  await saveSession(outbox, makeTokens())
  await enqueueMany(outbox, 3)
  closeOutbox(outbox)
  const log = createViewLog(sealed, testUserId, () => true)
  log.logView({ act: 'read', collection: 'real-estate', recordId: makeRecordId(1) })
  await log.flush()
  log.close()
  const before = await readStoredRows(tab.runtime)
  expect(before).toHaveLength(3)
  expect(await drainOnce(tab.runtime, new AbortController().signal)).toEqual({ remaining: 0 })
  expect(server.requests).toEqual([])
  expect(await readStoredRows(tab.runtime)).toEqual(before)
  await drainOnce(sealed, new AbortController().signal)
  expect(server.requests.length).toBeGreaterThan(0)
})

const closedVault: VaultRow = {
  id: 'vault',
  pin: null,
  escrow: { keyId: '', box: '' },
  tries: 0,
  contactAt: 0,
  seenAt: 0,
  dropped: null,
}

/** The entries as stored on disk. */
async function readStoredRows(runtime: Runtime): Promise<unknown[]> {
  const db = createOutboxDatabase(runtime, testUserId)
  await db.open()
  const rows: unknown[] = await db.ops.toArray()
  db.close()
  return rows
}
