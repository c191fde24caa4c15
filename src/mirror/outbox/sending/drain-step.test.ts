import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeRecordId, makeStoredEntry, makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { saveSession } from '../session.ts'
import { buildEntityKey, type StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'
import { planSending, runDrainLoop } from './drain-loop.ts'
import { drainStep, reclaimLeases } from './drain-step.ts'

const applied = { kind: 'applied', version: 2, changeSeq: '7.1' } as const
const unreachable = { kind: 'unreachable', retryAfterMs: null } as const
const request = { method: 'PUT', path: '/', body: '{}', ifMatch: 1 } as const

/** The n-th entry, of the n-th record. */
function makeEntry(n: number, overrides: Partial<StoredEntry> = {}): StoredEntry {
  const entityKey = buildEntityKey('real-estate', makeRecordId(n))
  return makeStoredEntry({ seq: n, opId: `op-${n}`, recordId: makeRecordId(n), entityKey, ...overrides })
}

async function openWith(...entries: StoredEntry[]): Promise<Outbox> {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await writeOutbox(outbox, (write) => {
    for (const stored of entries) write.put(stored)
  })
  return outbox
}

async function readStored(outbox: Outbox): Promise<string[]> {
  const rows = await outbox.db.ops.orderBy('seq').toArray()
  return rows.map(({ state, lease }) => [state, ...(lease ? [lease.holder] : [])].join(' '))
}

test("stores a response that arrives before this tab received another tab's write", async () => {
  const outbox = await openWith(makeEntry(1), makeEntry(2))
  const [marked] = await drainStep(outbox, 'a', { results: [], candidates: [makeEntry(1)], isProbe: false })
  if (!marked) throw new Error('nothing was marked')
  // Simulates another tab's write whose message is still in transit.
  await outbox.db.meta.put({ key: 'stamp', value: outbox.image.stamp + 1 })
  await drainStep(outbox, 'a', { results: [{ marked, verdict: applied }], candidates: [], isProbe: false })
  expect(await readStored(outbox)).toEqual(['acked', 'queued'])
})

test('after its lock was stolen, a drainer may only report that a write arrived', async () => {
  const lease = { holder: 'b', from: 1, until: 2 }
  const sendingEntry = makeEntry(1, { state: 'sending', attempts: 2, request, lease })
  const marked = { ...sendingEntry, lease: { ...lease, holder: 'a' } }
  const outbox = await openWith(sendingEntry)
  await drainStep(outbox, 'a', { results: [{ marked, verdict: unreachable }], candidates: [], isProbe: false })
  expect(await readStored(outbox)).toEqual(['sending b'])
  await drainStep(outbox, 'a', { results: [{ marked, verdict: applied }], candidates: [], isProbe: false })
  expect(await readStored(outbox)).toEqual(['acked'])
})

test('takes an entry from a drainer it stole the lock from only when the lease has expired', async () => {
  const outbox = await openWith()
  const now = outbox.runtime.now()
  const makeLeased = (n: number, [from, until]: readonly [number, number]) =>
    makeEntry(n, {
      state: 'sending',
      attempts: 1,
      request,
      lease: { holder: 'a', from: now + from, until: now + until },
    })
  await writeOutbox(outbox, (write) => {
    write.put(makeLeased(1, [-10_000, 25_000]))
    write.put(makeLeased(2, [-40_000, -5_000]))
    // The clock was set back since.
    write.put(makeLeased(3, [60_000, 95_000]))
  })
  await reclaimLeases(outbox, 'b', true)
  expect(await readStored(outbox)).toEqual(['sending a', 'queued', 'queued'])
  await reclaimLeases(outbox, 'b', false)
  expect(await readStored(outbox)).toEqual(['queued', 'queued', 'queued'])
})

test('a single run sends what a dead drainer had in transit', async () => {
  const lease = { holder: 'a', from: 1, until: 2 }
  const outbox = await openWith(makeEntry(1, { state: 'sending', attempts: 1, request, lease }))
  await saveSession(outbox, makeTokens())
  const controller = new AbortController()
  const paths: string[] = []
  const runtime = {
    ...outbox.runtime,
    fetch: async (input: string) => {
      paths.push(input)
      controller.abort()
      return await Promise.resolve(new Response(null, { status: 503 }))
    },
  }
  await runDrainLoop({ ...outbox, runtime }, { signal: controller.signal, holder: 'b', isStolen: false, isOnce: true })
  expect(paths).toHaveLength(1)
})

test('plans no entry that refers to a record whose own entry is still in transit', async () => {
  const group = makeEntry(1, { kind: 'create', state: 'sending', attempts: 1, request })
  const dependent = makeEntry(2, { dependsOn: [group.entityKey] })
  const outbox = await openWith(group, dependent, makeEntry(3))
  expect(planSending(outbox.image, outbox.runtime.now()).ready.map(({ seq }) => seq)).toEqual([3])
})
