import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { problem } from '#contract/problem.ts'
import { clientVersion } from '#contract/sync/sync.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  type RecordedRequest,
  type RecordingServer,
  type ScriptedResponse,
  startRecordingServer,
} from '#tests/support/fakes/recording-server.ts'
import { enqueueEdit, makeRecordId, makeTokens, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked, listEntryStates, openOutboxTab, type OutboxTab } from '#tests/support/outbox/outbox-tab.ts'
import { startSending } from '#tests/support/outbox/start-sending.ts'
import { retryEntry } from '../entries/repair-entry.ts'
import type { Outbox } from '../open-outbox.ts'
import { countOutbox } from '../outbox-view.ts'
import { removeSession, saveSession } from '../session.ts'
import { wakeSending } from './send-as-leader.ts'

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

test('an edit is sent once and stays acknowledged until the mirror holds it', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가상인', '나상인'] }))
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.requests).toEqual([
    {
      opId,
      method: 'PUT',
      path: '/api/mysql/realestate/list/',
      ifMatch: '"1"',
      token: 'access-1',
      body: JSON.stringify({ id: makeRecordId(1), owner: '나상인' }),
    },
  ])
  expect([...outbox.image.entriesBySeq.values()][0]?.ack).toMatchObject({ version: 1, changeSeq: '1.1' })
})

test('an outbox without a session is never sent', async () => {
  const { outbox } = await openTab()
  await enqueueMany(outbox, 2)
  await browser.advance(600_000)
  expect(server.requests).toEqual([])
  await saveSession(outbox, makeTokens())
  await browser.runUntil(() => isAllAcked(outbox))
  await removeSession(outbox)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(9), { owner: [null, '다'] }))
  await browser.advance(600_000)
  expect(server.requests).toHaveLength(2)
})

test('after a lost response the same opId and body are sent again and take effect once', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = (_, count) => (count <= 2 ? 'cut' : null)
  await enqueueMany(outbox, 1)
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.requests).toHaveLength(3)
  expect(new Set(server.requests.map((request) => JSON.stringify(request))).size).toBe(1)
  expect(server.effects.size).toBe(1)
})

test('a request without a response for 30 seconds is sent again', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = (_, count) => (count === 1 ? 'hang' : null)
  await enqueueMany(outbox, 1)
  await browser.runUntil(() => isAllAcked(outbox), 60_000)
  expect(browser.clock.now() - Date.parse('2026-11-20T09:00:00+09:00')).toBeGreaterThanOrEqual(30_000)
  expect(server.requests[1]).toEqual(server.requests[0])
})

test('a later edit of a record in transit waits, follows it and is based on its version', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  let isReleased = false
  server.respond = () => (isReleased ? null : 'hang')
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }, 0))
  await browser.runUntil(() => server.requests.length === 1)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['나', '다'] }, 0))
  isReleased = true
  await browser.runUntil(() => isAllAcked(outbox), 120_000)
  expect(server.requests.map((request) => JSON.parse(request.body).owner)).toEqual(['나', '나', '다'])
})

test('holds all edits when a session ends midway, and sends each once after sign-in', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = (request, count) => {
    if (request.path.includes('get_refresh_token')) return { status: 401, body: JSON.stringify(problem('signed_out')) }
    return count > 20 && request.token === 'access-1' ? { status: 401, body: '' } : null
  }
  await enqueueMany(outbox, 50)
  await browser.runUntil(() => listEntryStates(outbox).every((state) => state === 'acked' || state === 'held_auth'))
  expect(listEntryStates(outbox)).toHaveLength(50)
  expect(outbox.image.session?.isRefused).toBe(true)
  const requestCount = server.requests.length
  await browser.advance(3_600_000)
  expect(server.requests).toHaveLength(requestCount)
  await saveSession(outbox, makeTokens({ access_token: 'access-2', refresh_token: 'refresh-2' }))
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(50)
})

test('renews an expired access token once and continues sending', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = (request) => {
    if (request.path.includes('get_refresh_token')) {
      return { status: 200, body: JSON.stringify(makeTokens({ access_token: 'access-2', refresh_token: 'refresh-2' })) }
    }
    return request.token === 'access-1' ? { status: 401, body: '' } : null
  }
  await enqueueMany(outbox, 12)
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.requests.filter((request) => request.path.includes('get_refresh_token'))).toHaveLength(1)
  expect(outbox.image.session?.accessToken).toBe('access-2')
})

test('backs off while the network is away, and sends at once when the user asks', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = () => ({ status: 503, body: '' })
  await enqueueMany(outbox, 100)
  await browser.advance(3_600_000)
  expect(server.requests.length).toBeLessThan(60)
  expect(listEntryStates(outbox).every((state) => state === 'queued')).toBe(true)
  server.respond = () => null
  await wakeSending(outbox)
  await browser.settle()
  await browser.runUntil(() => isAllAcked(outbox), 1_000)
})

test('a refused entry blocks only its own record and is sent under a new opId once fixed', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  const refused = JSON.stringify(problem('refused', { fields: { fees: '확인해 주세요.' } }))
  server.respond = (request) => (request.body.includes('-1') ? { status: 422, body: refused } : null)
  const invalid = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { fees: [100, -1] }))
  await browser.runUntil(() => listEntryStates(outbox)[0] === 'rejected')
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  for (let n = 2; n <= 31; n++) await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { owner: ['가', '나'] }))
  await browser.advance(60_000)
  expect(listEntryStates(outbox)).toEqual(['rejected', 'queued', ...Array.from({ length: 30 }, () => 'acked')])
  await retryEntry(outbox, invalid.opId, { fees: 200 })
  await browser.runUntil(() => isAllAcked(outbox))
  const [first] = outbox.image.entriesBySeq.values()
  expect(first).toMatchObject({ formerOpIds: [invalid.opId], changes: { fees: { old: 100, new: 200 } } })
  expect(first?.opId).not.toBe(invalid.opId)
})

test('sends nothing more to a server that asks for a newer app, and loses nothing', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = makeOutdated
  await enqueueMany(outbox, 9)
  await browser.advance(600_000)
  expect(server.requests.length).toBeLessThanOrEqual(4)
  expect(listEntryStates(outbox)).toContain('held_version')
  expect(new Set(listEntryStates(outbox))).toEqual(new Set(['held_version', 'queued']))
  expect(listEntryStates(outbox)).toHaveLength(9)
})

test.each([
  ['an update of the app', clientVersion - 1],
  ['an update of only its code, or of the server', clientVersion],
])('sends what was held for a newer app after %s', async (_name, cause) => {
  const { outbox } = await openTab({ isDraining: false })
  await saveSession(outbox, makeTokens())
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  const [entry] = outbox.image.entriesBySeq.values()
  await outbox.db.ops.update(entry?.seq ?? 0, { state: 'held_version', clientVersion: cause })
  stops.push(startSending(outbox, { isVisible: true }).stop)
  await browser.runUntil(() => server.requests.length === 1 && isAllAcked(outbox))
  expect(server.requests[0]?.opId).toBe(opId)
})

test('an entry held for a newer app needs attention and is sent on request', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = makeOutdated
  await enqueueMany(outbox, 1)
  await browser.runUntil(() => listEntryStates(outbox)[0] === 'held_version')
  expect(countOutbox(outbox)).toMatchObject({ waiting: 0, attention: 1, needsUpdate: true })
  server.respond = () => null
  await browser.advance(600_000)
  expect(listEntryStates(outbox)).toEqual(['held_version'])
  await wakeSending(outbox)
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(1)
})

test('a 426 from something on the way holds nothing; the edits are sent once it is gone', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = () => ({ status: 426, body: 'Upgrade Required', headers: { upgrade: 'TLS/1.2' } })
  await enqueueMany(outbox, 9)
  await browser.advance(120_000)
  expect(countOutbox(outbox)).toMatchObject({ attention: 0, needsUpdate: false })
  server.respond = () => null
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(9)
})

/** The response of our server, which echoes the opId. */
function makeOutdated({ opId }: RecordedRequest): ScriptedResponse {
  return { status: 426, body: JSON.stringify(problem('client_outdated')), headers: { 'op-id': opId } }
}

test("every entry respects a server's request to wait a minute", async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = (_, count) => (count === 1 ? { status: 503, body: '', headers: { 'retry-after': '60' } } : null)
  await enqueueMany(outbox, 1)
  await browser.runUntil(() => server.requests.length === 1)
  await browser.settle()
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['가', '나'] }))
  await browser.advance(59_000)
  expect(server.requests).toHaveLength(1)
  await browser.runUntil(() => isAllAcked(outbox), 5_000)
})

test('an entry older than 30 days is not sent before the user confirms', async () => {
  const { tab, outbox } = await openTab({ isDraining: false })
  await saveSession(outbox, makeTokens())
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  tab.skewMs = 31 * dayMs
  stops.push(startSending(outbox, { isVisible: true }).stop)
  await browser.advance(60_000)
  expect(listEntryStates(outbox)).toEqual(['held_old'])
  expect(server.requests).toEqual([])
  await retryEntry(outbox, opId)
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.requests[0]?.opId).toBe(opId)
})

test.each([
  ['a day back', -dayMs],
  ['to 1970', -Date.parse('2026-11-20T00:00:00Z')],
  ['a year ahead and confirmed', 365 * dayMs],
])('a clock that jumps %s changes neither order nor opIds', async (_, skewMs) => {
  const { tab, outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = (_request, count) => (count <= 4 ? { status: 503, body: '' } : null)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await browser.runUntil(() => server.requests.length === 1)
  tab.skewMs = skewMs
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['나', '다'] }))
  await browser.advance(600_000)
  for (const entry of outbox.image.entriesBySeq.values())
    if (entry.state === 'held_old') await retryEntry(outbox, entry.opId)
  await browser.runUntil(() => isAllAcked(outbox))
  expect([...server.effects.values()].map((effect) => JSON.parse(effect.body).owner)).toEqual(['나', '다'])
})

test('a disk that fills up stops sending, and responses are stored once there is room', async () => {
  const { tab, outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  server.respond = () => {
    tab.faults.abortWith = (stores) => (stores.includes('ops') ? 'QuotaExceededError' : null)
    return null
  }
  await enqueueMany(outbox, 1)
  await browser.advance(20_000)
  expect(outbox.storage).toBe('full')
  server.respond = () => null
  tab.faults.abortWith = () => null
  await browser.runUntil(() => isAllAcked(outbox), 20_000)
  expect(server.requests).toHaveLength(1)
})
