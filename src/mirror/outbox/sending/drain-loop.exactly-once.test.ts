import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  type RecordingServer,
  type ScriptedResponse,
  startRecordingServer,
} from '#tests/support/fakes/recording-server.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeTokens,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked } from '#tests/support/outbox/outbox-tab.ts'
import { startSending } from '#tests/support/outbox/start-sending.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { retryEntry } from '../entries/repair-entry.ts'
import { openOutbox } from '../open-outbox.ts'
import { saveSession } from '../session.ts'
import { wakeSending } from './send-as-leader.ts'

let server: RecordingServer
beforeEach(async () => {
  server = await startRecordingServer()
})
afterEach(async () => {
  await server.close()
})

const responseKind = fc.constantFrom<'good' | 'cut' | '503' | '422' | 'html' | '401'>(
  'good',
  'good',
  'good',
  'cut',
  '503',
  '422',
  'html',
  '401',
)

function buildResponse(kind: string): ScriptedResponse | 'cut' | null {
  if (kind === 'cut') return 'cut'
  if (kind === '503') return { status: 503, body: '' }
  if (kind === '422') return { status: 422, body: JSON.stringify(problem('refused')) }
  if (kind === 'html') return { status: 200, body: '<html></html>', headers: { 'content-type': 'text/html' } }
  return kind === '401' ? { status: 401, body: '' } : null
}

test('each record gets its edits in order and exactly once, over any network', async () => {
  const edits = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(edits, fc.array(responseKind, { maxLength: 30 }), async (records, responseKinds) => {
      const browser = makeFakeBrowser()
      const tab = browser.openTab({ fetch, baseUrl: server.baseUrl })
      const outbox = await openOutbox(tab.runtime, testUserId)
      await saveSession(outbox, makeTokens())
      server.reset()
      let [at, renewals] = [0, 1]
      server.respond = (request) => {
        // An edit that took effect stays so: a replay gets its first response, no new refusal.
        const kind = responseKinds[at++] ?? 'good'
        if (!request.path.includes('get_refresh_token')) {
          return buildResponse(kind === '422' && server.effects.has(request.opId) ? 'good' : kind)
        }
        renewals += 1
        const newTokens = makeTokens({ access_token: `access-${renewals}`, refresh_token: `refresh-${renewals}` })
        return { status: 200, body: JSON.stringify(newTokens) }
      }
      const drainer = startSending(outbox, { isVisible: true })
      const witness = createWitness()
      const expectedFees = new Map<string, number[]>()
      for (const [n, record] of records.entries()) {
        await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(record), { fees: [n, 1000 + n] }))
        expectedFees.set(makeRecordId(record), [...(expectedFees.get(makeRecordId(record)) ?? []), 1000 + n])
        if (n % 3 === 0) await browser.settle()
        expect(await checkOutboxInvariants(outbox, witness)).toEqual([])
      }
      for (let round = 0; round < 40 && !isAllAcked(outbox); round++) {
        await browser.advance(5_000)
        for (const entry of outbox.image.entriesBySeq.values())
          if (entry.state === 'rejected') await retryEntry(outbox, entry.opId)
        await wakeSending(outbox)
      }
      await browser.runUntil(() => isAllAcked(outbox))
      drainer.stop()
      const effects = [...server.effects.values()].map(
        (effect) => JSON.parse(effect.body) as { id: string; fees: number },
      )
      for (const [id, values] of expectedFees) {
        const arrived = effects.filter((effect) => effect.id === id).map((effect) => effect.fees)
        expect(arrived).toEqual(values.filter((value) => arrived.includes(value)))
        expect(arrived.at(-1)).toBe(values.at(-1))
        expect(new Set(arrived).size).toBe(arrived.length)
      }
      expect(await checkOutboxInvariants(outbox, witness)).toEqual([])
    }),
    { numRuns: countPropertyRuns(10) },
  )
}, 120_000)

/**
 * Enqueues two edits of one record and one of another and sends them, crashing at the given step.
 */
async function sendWithCrash(crashAt: number): Promise<{ steps: number; stored: string[] }> {
  const browser = makeFakeBrowser()
  const first = browser.openTab({ fetch, baseUrl: server.baseUrl })
  const outbox = await openOutbox(first.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  const before = first.steps.length
  if (crashAt > 0) first.crashAtStep(crashAt)
  const stored: string[] = []
  const drainer = startSending(outbox, { isVisible: true })
  const edits = [
    makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }),
    makeUpdateEdit(makeRecordId(2), { owner: ['가', '다'] }),
    makeUpdateEdit(makeRecordId(1), { owner: ['나', '라'] }),
  ]
  let isStored = false
  const write = async () => {
    for (const [n, edit] of edits.entries()) {
      await enqueueEdit(outbox, edit)
      stored.push(['나', '다', '라'][n] ?? '')
      // Ensures the first is being sent before the third comes, so that they don't merge.
      if (n === 1) await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  // A dead tab never finishes anything.
  write().then(
    () => (isStored = true),
    () => undefined,
  )
  while (!first.isDead && !isStored) await browser.advance(100)
  await browser.advance(4_000)
  const steps = first.steps.length - before
  first.kill()
  drainer.stop()
  const second = browser.openTab({ fetch, baseUrl: server.baseUrl })
  const reopened = await openOutbox(second.runtime, testUserId)
  const next = startSending(reopened, { isVisible: true })
  await browser.runUntil(() => isAllAcked(reopened))
  next.stop()
  expect(await checkOutboxInvariants(reopened, createWitness())).toEqual([])
  return { steps, stored }
}

test('a tab that dies at any step loses nothing it confirmed as saved, and nothing takes effect twice', async () => {
  const complete = await sendWithCrash(0)
  expect(complete.stored).toEqual(['나', '다', '라'])
  for (let step = 1; step <= complete.steps; step++) {
    server.reset()
    const { stored } = await sendWithCrash(step)
    const arrived = [...server.effects.values()].map((effect) => (JSON.parse(effect.body) as { owner: string }).owner)
    const firstArrivals = arrived.filter((owner) => owner !== '다').join()
    expect(['', '나', '라', '나,라'], `step ${step}`).toContain(firstArrivals)
    // The first edit may have been absorbed by the third.
    const missing = stored.filter((owner) => !arrived.includes(owner) && !(owner === '나' && firstArrivals === '라'))
    expect(missing, `step ${step}`).toEqual([])
    expect(arrived.filter((owner) => owner === '다').length, `step ${step}`).toBeLessThanOrEqual(1)
  }
}, 120_000)
