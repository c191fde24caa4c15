import { afterEach, beforeEach, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { type Trace, traceReportSchema } from '#contract/sync/op-trace.ts'
import { OutboxWriteError } from '#mirror/offline-copy.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  type RecordingServer,
  type ScriptedResponse,
  startRecordingServer,
} from '#tests/support/fakes/recording-server.ts'
import { enqueueEdit, makeRecordId, makeTokens, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked, listEntryStates, openOutboxTab, type OutboxTab } from '#tests/support/outbox/outbox-tab.ts'
import { discardEntry, retryEntry } from '../entries/repair-entry.ts'
import type { Outbox } from '../open-outbox.ts'
import { saveSession } from '../session.ts'
import { reportTraces, reportTracesRegularly } from './report-traces.ts'

let server: RecordingServer
let browser: FakeBrowser
let stops: (() => void)[] = []
let controller: AbortController

beforeEach(async () => {
  server = await startRecordingServer()
  browser = makeFakeBrowser()
  controller = new AbortController()
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  controller.abort()
  await server.close()
})

const accepted: ScriptedResponse = { status: 200, body: JSON.stringify({ kept: 1 }) }
const isReport = ({ path }: { path: string }) => path === '/api/sync/traces'
const alwaysAllowed = { canReport: () => true, signal: new AbortController().signal }

async function openTab(isDraining = true): Promise<OutboxTab> {
  const opened = await openOutboxTab(browser, server.baseUrl, { isDraining })
  if (opened.drainer) stops.push(opened.drainer.stop)
  return opened
}

function respondToReports(response: ScriptedResponse): void {
  server.respond = (request) => (isReport(request) ? response : null)
}

async function listWaiting(outbox: Outbox): Promise<Trace[]> {
  return (await outbox.db.traces.toArray()).flatMap((row) => row.traces)
}

function listReports() {
  return server.requests.filter(isReport).map((request) => traceReportSchema.parse(JSON.parse(request.body)))
}

async function listKinds(outbox: Outbox): Promise<[what: string, opId: string, into?: string][]> {
  return (await listWaiting(outbox)).map(({ what, op_id, into }) => (into ? [what, op_id, into] : [what, op_id]))
}

test('traces when an edit is enqueued, sent and acknowledged, without its content', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가상인', '나상인'] }))
  await browser.runUntil(() => isAllAcked(outbox))
  expect(await listKinds(outbox)).toEqual([
    ['enqueued', opId],
    ['sent', opId],
    ['acked', opId],
  ])
  expect(JSON.stringify(await outbox.db.traces.toArray())).not.toMatch(/상인|owner|0193b000/)
})

test('traces edits that were merged, undone or dropped before they were sent', async () => {
  const { outbox } = await openTab(false)
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['나', '다'] }))
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['다', '가'] }))
  const dropped = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['가', '나'] }))
  await discardEntry(outbox, dropped.opId)
  const found = await listKinds(outbox)
  expect(found.map(([what]) => what).toSorted()).toEqual(
    ['discarded', 'enqueued', 'enqueued', 'merged', 'vanished', 'vanished'].toSorted(),
  )
  expect(found).toContainEqual(['vanished', opId])
  expect(found).toContainEqual(['discarded', dropped.opId])
})

test('traces a retried refusal under both opIds', async () => {
  const { outbox } = await openTab()
  await saveSession(outbox, makeTokens())
  const refused = problem('refused')
  server.respond = (_, count) => (count === 1 ? { status: 422, body: JSON.stringify(refused) } : null)
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await browser.runUntil(() => listEntryStates(outbox)[0] === 'rejected')
  await retryEntry(outbox, opId)
  await browser.runUntil(() => isAllAcked(outbox))
  const renewed = [...outbox.image.entriesBySeq.values()][0]?.opId ?? ''
  expect(renewed).not.toBe(opId)
  expect(await listKinds(outbox)).toEqual([
    ['enqueued', opId],
    ['sent', opId],
    ['rejected', opId],
    ['rebased', opId, renewed],
    ['enqueued', renewed],
    ['sent', renewed],
    ['acked', renewed],
  ])
})

test('leaves no trace of an edit that could not be stored', async () => {
  const { outbox, tab } = await openTab(false)
  tab.faults.abortWith = () => 'QuotaExceededError'
  await expect(enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))).rejects.toThrow(
    OutboxWriteError,
  )
  tab.faults.abortWith = () => null
  expect(await listWaiting(outbox)).toEqual([])
})

test('the lock holder reports within a minute, once, under one device id', async () => {
  const { outbox, drainer } = await openTab()
  respondToReports(accepted)
  await saveSession(outbox, makeTokens())
  if (drainer) void reportTracesRegularly(outbox, drainer.isLeader, controller.signal)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await browser.advance(61_000)
  expect(listReports().map(({ traces }) => traces.map(({ what }) => what))).toEqual([['enqueued', 'sent', 'acked']])
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['가', '나'] }))
  await browser.advance(180_000)
  expect(listReports()).toHaveLength(2)
  expect(new Set(listReports().map((report) => report.device_id)).size).toBe(1)
  expect(await listWaiting(outbox)).toEqual([])
})

test('does not report without the lock, without a session, or while an edit is in transit', async () => {
  const { outbox, drainer } = await openTab()
  respondToReports(accepted)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  void reportTracesRegularly(outbox, () => false, controller.signal)
  if (drainer) void reportTracesRegularly(outbox, drainer.isLeader, controller.signal)
  await browser.advance(120_000)
  expect(server.requests).toEqual([])
  server.respond = (request) => (isReport(request) ? accepted : 'hang')
  await saveSession(outbox, makeTokens())
  await browser.runUntil(() => listEntryStates(outbox)[0] === 'sending')
  expect(
    await reportTraces(outbox, { ...alwaysAllowed, canReport: () => listEntryStates(outbox)[0] !== 'sending' }),
  ).toBe(0)
  expect(listReports()).toEqual([])
})

test.each<[string, ScriptedResponse]>([
  ['a server error', { status: 503, body: JSON.stringify(problem('unavailable')) }],
  ['the page of a captive portal', { status: 200, body: '<html>' }],
  ['a response with an unexpected shape', { status: 200, body: '{"ok":true}' }],
  ['a refusal', { status: 403, body: JSON.stringify(problem('not_permitted')) }],
  ['a truncated response', { status: 200, body: '{"kept"' }],
])('reports everything again after %s', async (_, response) => {
  const { outbox } = await openTab(false)
  await saveSession(outbox, makeTokens())
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  respondToReports(response)
  expect(await reportTraces(outbox, alwaysAllowed)).toBe(0)
  expect(await listWaiting(outbox)).toHaveLength(1)
  respondToReports(accepted)
  expect(await reportTraces(outbox, alwaysAllowed)).toBe(1)
  expect(await listWaiting(outbox)).toEqual([])
})

test('reports a long backlog in parts of at most 500', async () => {
  const { outbox } = await openTab(false)
  await saveSession(outbox, makeTokens())
  respondToReports(accepted)
  await outbox.db.traces.bulkAdd(makeRows(1_200, 'enqueued'))
  await outbox.db.traces.add({ traces: makeRows(700, 'sent').flatMap((row) => row.traces) })
  await reportTraces(outbox, alwaysAllowed)
  const sizes = listReports().map(({ traces }) => traces.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_900)
  expect(await listWaiting(outbox)).toEqual([])
})

test('drops the oldest of more than 10,000 rows, but never traces of dropped edits', async () => {
  const { outbox } = await openTab(false)
  await outbox.db.traces.bulkAdd([...makeRows(3, 'discarded'), ...makeRows(10_020, 'sent')])
  await reportTraces(outbox, alwaysAllowed)
  const remainingTraces = await listWaiting(outbox)
  expect(remainingTraces.filter(({ what }) => what === 'discarded')).toHaveLength(3)
  expect(remainingTraces.length).toBe(10_003)
})

function makeRows(count: number, what: Trace['what']): { traces: Trace[] }[] {
  return Array.from({ length: count }, (_, n) => ({
    traces: [{ op_id: makeRecordId(n), what, at: '2026-11-20T00:00:00Z' }],
  }))
}
