import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { type RecordingServer, startRecordingServer } from '#tests/support/fakes/recording-server.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import { enqueueEdit, makeRecordId, makeTokens, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked, openOutboxTab } from '#tests/support/outbox/outbox-tab.ts'
import { startSending } from '#tests/support/outbox/start-sending.ts'
import type { Outbox } from '../open-outbox.ts'
import { saveSession } from '../session.ts'
import { isNeverSent } from '../stored-entry.ts'
import { maxBatchSize } from './send-entries.ts'

let server: RecordingServer
let browser: FakeBrowser
let stop = () => {}

beforeEach(async () => {
  server = await startRecordingServer()
  browser = makeFakeBrowser()
})
afterEach(async () => {
  stop()
  await server.close()
})

/** Entries of different records that wait for the drainer. */
async function openOutboxWith(count: number): Promise<Outbox> {
  const { outbox } = await openOutboxTab(browser, server.baseUrl, { isDraining: false })
  await saveSession(outbox, makeTokens())
  for (let n = 1; n <= count; n++)
    await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(n), { owner: ['가', `나${n}`] }))
  return outbox
}

test('entries marked in advance but not sent count as never sent when sending is blocked', async () => {
  const outbox = await openOutboxWith(2 * maxBatchSize)
  server.respond = () => ({ status: 503, body: '', headers: { 'retry-after': '60' } })
  stop = startSending(outbox, { isVisible: true }).stop
  await browser.advance(1_000)
  const sentOpIds = new Set(server.requests.map(({ opId }) => opId))
  expect(sentOpIds.size).toBeLessThanOrEqual(maxBatchSize)
  for (const entry of outbox.image.entriesBySeq.values())
    expect([entry.opId, isNeverSent(entry)]).toEqual([entry.opId, !sentOpIds.has(entry.opId)])
  expect([...outbox.image.entriesBySeq.values()].every((entry) => entry.state === 'queued')).toBe(true)
  expect(await checkOutboxInvariants(outbox, createWitness())).toEqual([])
  server.respond = () => null
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(2 * maxBatchSize)
})

test('a hundred edits take far fewer durable transactions than edits', async () => {
  const outbox = await openOutboxWith(100)
  const before = outbox.image.stamp
  stop = startSending(outbox, { isVisible: true }).stop
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(100)
  expect(outbox.image.stamp - before).toBeLessThan(10)
})
