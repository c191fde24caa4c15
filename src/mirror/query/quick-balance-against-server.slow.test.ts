import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import { formatInstant } from '#contract/records/values.ts'
import {
  compareInLedger,
  computeBalance,
  computeDeliveryFigures,
  computeRunningBalances,
  type DeliveryFigures,
} from '#domain/quick-delivery/quick-balance.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let baseUrl: string
let people: readonly [SignedIn, SignedIn]

beforeAll(async () => {
  server = await buildTestApp()
  baseUrl = await server.listen()
  people = [await server.signIn('staff'), await server.signIn('superuser')]
}, 60_000)
afterAll(async () => {
  // The devices' event streams are still open; a graceful close would wait a minute for them.
  server.app.server.closeAllConnections()
  await server.close()
})

interface Device {
  readonly browser: FakeBrowser
  readonly copy: OfflineCopy
  readonly network: { isUp: boolean }
}

/** One user's device with the real engine and server, whose network can be cut. */
async function openDevice(person: SignedIn): Promise<Device> {
  const browser = makeFakeBrowser({ clock: 'real' })
  const network = { isUp: true }
  const fetchOverNetwork: Runtime['fetch'] = (input, init) =>
    network.isUp ? fetch(input, init) : Promise.reject(new TypeError('no network'))
  const tab = browser.openTab({ fetch: fetchOverNetwork, baseUrl })
  const runtime: Runtime = { ...tab.runtime, newId }
  const outbox = await openOutbox(runtime, person.user.id)
  await saveSession(outbox, {
    access_token: person.accessToken,
    refresh_token: person.refreshToken,
    expires_in: 3600,
    user_info: person.user,
  })
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: person.user.id, runtime, createWorker: null })
  const device = { browser, copy, network }
  // Wait for the first copy before anything happens to the network.
  await readFigures(device, [])
  return device
}

const collection = 'quick-deliveries'

async function readRows({ copy }: Device): Promise<QuickDeliveryRecord[]> {
  const rows: QuickDeliveryRecord[] = []
  await copy.readAll(collection, { filters: [], search: '', sort: [] }, (chunk) => {
    rows.push(...chunk.map(({ record }) => record as unknown as QuickDeliveryRecord))
  })
  return rows
}

/** The figures of the screen as the worker computes them, once available. */
function readFigures({ copy }: Device, ids: readonly string[]): Promise<DeliveryFigures> {
  return new Promise((resolve) => {
    const stop = copy.watchFigure('quick-balance', { ids }, ({ value }) => {
      if (value === null) return
      queueMicrotask(() => stop())
      resolve(value)
    })
  })
}

/**
 * Retries until the check passes, because changes take time to arrive. Fails with the last
 * difference.
 */
async function waitUntilPasses(check: () => Promise<void>): Promise<void> {
  for (const start = Date.now(); ;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() - start > 15_000) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Checks that the screen shows the balances of this device's records, unsent ones included. */
async function expectOwnBalances(device: Device): Promise<void> {
  await waitUntilPasses(async () => {
    const rows = await readRows(device)
    const ids = rows.map(({ id }) => id)
    expect(await readFigures(device, ids)).toEqual(computeDeliveryFigures(rows, { ids }))
  })
}

interface NewStep {
  readonly device: 0 | 1
  readonly kind: 'ride' | 'top_up'
  readonly steps: number
  readonly moment: number
}

interface ChangeStep {
  readonly device: 0 | 1
  readonly kind: 'edit' | 'move' | 'delete'
  readonly pick: number
  readonly steps: number
}

type Step = NewStep | ChangeStep | { readonly device: 0 | 1; readonly kind: 'offline' | 'online' }

const device = fc.constantFrom(0 as const, 1 as const)
const steps = fc.integer({ min: 0, max: 90 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ device, kind: fc.constantFrom('ride' as const, 'top_up' as const), steps, moment: steps }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      device,
      kind: fc.constantFrom('edit' as const, 'move' as const, 'delete' as const),
      pick: fc.nat(50),
      steps,
    }),
  },
  { weight: 3, arbitrary: fc.record({ device, kind: fc.constantFrom('offline' as const, 'online' as const) }) },
)

const start = Date.UTC(2026, 0, 5)
const formatTimeAt = (step: number) => formatInstant(start + (step % 12) * 250)

function buildNewRecord(step: NewStep): Edit {
  const isTopUp = step.kind === 'top_up'
  const amount = isTopUp ? (step.steps + 1) * 1000 : step.steps * 100
  const fields = { status: isTopUp ? 'balance_add' : 'delivery', amount, created_at: formatTimeAt(step.moment) }
  return { kind: 'create', collection, id: newId(), fields: { ...fields, memo: '기록' } }
}

/** Edits the amount or the moment of a record, or deletes it, as this device sees it. */
function toEdit(record: QuickDeliveryRecord, step: ChangeStep): Edit {
  const { id, version } = record
  if (step.kind === 'delete') return { kind: 'delete', collection, id, baseVersion: version }
  const changes =
    step.kind === 'move'
      ? { created_at: { old: record.created_at, new: formatTimeAt(step.steps) } }
      : { amount: { old: record.amount, new: step.steps * 100 } }
  return { kind: 'update', collection, id, baseVersion: version, changes }
}

async function perform(devices: readonly [Device, Device], step: Step): Promise<void> {
  const at = devices[step.device]
  if (!('steps' in step)) {
    at.network.isUp = step.kind === 'online'
    at.copy.syncNow()
  } else if ('moment' in step) {
    await at.copy.enqueue(buildNewRecord(step))
  } else {
    const rows = (await readRows(at)).toSorted(compareInLedger)
    const record = rows[step.pick % Math.max(1, rows.length)]
    if (record) await at.copy.enqueue(toEdit(record, step))
  }
}

/**
 * Resolves what needs a user: keeps the own value of a conflict, and drops refused entries (a
 * changed top-up, a deleted record).
 */
async function settle({ copy }: Device): Promise<void> {
  copy.syncNow()
  const entry = copy.outbox.getEntries().find(({ state }) => state === 'conflict' || state === 'rejected')
  if (entry?.state === 'conflict' && entry.kind === 'update') {
    await copy.outbox.resolveConflict(
      entry.opId,
      Object.fromEntries(Object.keys(entry.changes).map((key) => [key, 'mine'])),
    )
  } else if (entry) {
    await copy.outbox.discard(entry.opId)
  }
  expect(copy.outbox.getEntries().filter(({ state }) => state !== 'acked')).toEqual([])
}

interface ListedBalances {
  results: (QuickDeliveryRecord & { balance: number })[]
}

async function expectTheSameEverywhere(devices: readonly [Device, Device]): Promise<void> {
  const [staff] = people
  const list: ListedBalances = (await staff.inject({ method: 'GET', url: '/api/quick/?page_size=1000' })).json()
  const balance: unknown = (await staff.inject({ method: 'GET', url: '/api/quick/balance/' })).json()
  const serverBalances = Object.fromEntries(list.results.map((row) => [row.id, row.balance]))
  expect(serverBalances).toEqual(Object.fromEntries(computeRunningBalances(list.results)))
  expect(balance).toEqual(computeBalance(list.results))
  const ids = Object.keys(serverBalances)
  for (const startedDevice of devices) {
    await waitUntilPasses(async () => {
      const { topUps, deliveries, running: shown, ...stats } = await readFigures(startedDevice, ids)
      expect([stats, shown, topUps + deliveries]).toEqual([balance, serverBalances, ids.length])
    })
  }
}

async function clear(): Promise<void> {
  const { results }: ListedBalances = (
    await people[0].inject({ method: 'GET', url: '/api/quick/?page_size=1000' })
  ).json()
  const ids = results.map(({ id }) => id)
  if (ids.length > 0) await people[0].inject({ method: 'POST', url: '/api/quick/bulk_delete', payload: { ids } })
}

test('two devices editing the ledger offline each show their own balance, and in the end the same one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 20 }), async (story) => {
      const devices = [await openDevice(people[0]), await openDevice(people[1])] as const
      try {
        for (const step of story) {
          await perform(devices, step)
          await expectOwnBalances(devices[step.device])
        }
        for (const { network } of devices) network.isUp = true
        // In turn, because settling one device may change the other.
        await waitUntilPasses(async () => {
          for (const startedDevice of devices) await settle(startedDevice)
        })
        await expectTheSameEverywhere(devices)
      } finally {
        for (const { copy } of devices) copy.close()
        await clear()
      }
    }),
    // A failing run takes seconds, so the first failure is reported without shrinking.
    { numRuns: countPropertyRuns(12), endOnFailure: true },
  )
}, 120_000)
