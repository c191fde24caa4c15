import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { viewsPath } from '#contract/sync/view-reports.ts'
import { closeOutbox, openOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import { wakeSending } from '#mirror/outbox/sending/send-as-leader.ts'
import { removeSession, saveSession } from '#mirror/outbox/session.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { newId } from '#server/new-id.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { createSeededRandom } from '#tests/support/fakes/seeded-random.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultProxy, type FaultProxy, type NetworkFault } from '#tests/support/servers/fault-proxy.ts'
import { submitViews } from './submit-views.ts'
import { countViews, createViewDatabase } from './view-database.ts'
import { createViewLog, type ViewLog } from './view-log.ts'

let server: TestApp
let proxy: FaultProxy
let staff: SignedIn
const open: (() => void)[] = []

beforeAll(async () => {
  server = await buildTestApp()
  proxy = await createFaultProxy(await server.listen())
  staff = await server.signIn('staff')
}, 60_000)
afterEach(() => {
  proxy.setFaults(() => ({ kind: 'pass' }))
  proxy.setReachable(true)
  for (const close of open.splice(0)) close()
})
afterAll(async () => {
  await proxy.close()
  await server.close()
})

interface Device {
  readonly browser: FakeBrowser
  readonly outbox: Outbox
  readonly log: ViewLog
  /** Makes this device the leader; returns the stop function. */
  runAsLeader(): () => void
  waiting(): Promise<number>
  kill(): void
}

async function openDevice(browser: FakeBrowser = makeFakeBrowser({ clock: 'real' })): Promise<Device> {
  const tab = browser.openTab({ fetch, baseUrl: proxy.url, random: () => 0 })
  const runtime: Runtime = { ...tab.runtime, newId }
  const outbox = await openOutbox(runtime, staff.user.id)
  await signIn(outbox)
  const log = createViewLog(runtime, staff.user.id, () => false)
  open.push(() => (log.close(), closeOutbox(outbox)))
  const db = createViewDatabase(browser.openTab().runtime, staff.user.id)
  open.push(() => db.close())
  return {
    browser,
    outbox,
    log,
    runAsLeader() {
      const term = new AbortController()
      void submitViews(outbox, { signal: term.signal, isOnce: false })
      open.push(() => term.abort())
      return () => term.abort()
    },
    waiting: () => countViews(db),
    kill: () => tab.kill(),
  }
}

const signIn = (outbox: Outbox) =>
  saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })

async function logViews(device: Device, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const recordId of ids) device.log.logView({ act: 'read', collection: 'real-estate', recordId })
  await device.log.flush()
  return ids
}

async function listTrailIds(recordIds: readonly string[]): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit')
    .select('record_id')
    .where('record_id', 'in', recordIds)
    .orderBy('seq')
    .execute()
  return rows.map(({ record_id }) => record_id ?? '')
}

async function waitUntilNoneWaits(device: Device, ms = 15_000): Promise<void> {
  await expect.poll(() => device.waiting(), { timeout: ms, interval: 50 }).toBe(0)
}

test('views noted before and after the election reach the trail in order and leave the device', async () => {
  const device = await openDevice()
  const before = await logViews(device, 3)
  device.runAsLeader()
  await waitUntilNoneWaits(device)
  const after = await logViews(device, 2)
  await device.log.submit(5_000)
  expect(await device.waiting()).toBe(0)
  expect(await listTrailIds([...before, ...after])).toEqual([...before, ...after])
})

test('nothing leaves the device without a response of our own server', async () => {
  const device = await openDevice()
  const faults: NetworkFault[] = [
    { kind: 'html' },
    { kind: 'no_body' },
    { kind: 'status', status: 403 },
    { kind: 'status', status: 400 },
    { kind: 'status', status: 503 },
    { kind: 'redirect' },
    { kind: 'drop_request' },
  ]
  const ids = await logViews(device, 5)
  for (const fault of faults) {
    proxy.setFaults(({ path }) => (path === viewsPath ? fault : { kind: 'pass' }))
    const term = new AbortController()
    await submitViews(device.outbox, { signal: term.signal, isOnce: true })
    expect([fault.kind, await device.waiting()]).toEqual([fault.kind, 5])
  }
  expect(await listTrailIds(ids)).toEqual([])
})

test('a lost response duplicates no row', async () => {
  const device = await openDevice()
  const ids = await logViews(device, 4)
  proxy.setFaults(({ path }) => (path === viewsPath ? { kind: 'drop_response' } : { kind: 'pass' }))
  await submitViews(device.outbox, { signal: new AbortController().signal, isOnce: true })
  expect([await device.waiting(), await listTrailIds(ids)]).toEqual([4, ids])
  proxy.setFaults(() => ({ kind: 'pass' }))
  device.runAsLeader()
  await waitUntilNoneWaits(device)
  expect(await listTrailIds(ids)).toEqual(ids)
})

test("without a session rows wait and are sent after the same user's next sign-in", async () => {
  const device = await openDevice()
  await removeSession(device.outbox)
  device.runAsLeader()
  const ids = await logViews(device, 2)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([await device.waiting(), await listTrailIds(ids)]).toEqual([2, []])
  await signIn(device.outbox)
  await waitUntilNoneWaits(device)
  expect(await listTrailIds(ids)).toEqual(ids)
})

test('sends thousands of rows in calls within the size limit, one after another', async () => {
  const device = await openDevice()
  const ids = await logViews(device, 1_800)
  const before = proxy.requests.filter(({ path }) => path === viewsPath).length
  await submitViews(device.outbox, { signal: new AbortController().signal, isOnce: true })
  expect(await device.waiting()).toBe(0)
  expect((await listTrailIds(ids)).length).toBe(1_800)
  expect(proxy.requests.filter(({ path }) => path === viewsPath).length - before).toBeGreaterThanOrEqual(4)
})

const faultKinds: readonly NetworkFault[] = [
  { kind: 'drop_request' },
  { kind: 'drop_response' },
  { kind: 'duplicate' },
  { kind: 'delay', ms: 15 },
  { kind: 'html' },
  { kind: 'truncate' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 403 },
]

test.each([1, 2, 3])(
  'every view is in the trail exactly once despite broken lines, killed tabs and two leaders (%i)',
  async (seed) => {
    const random = createSeededRandom(seed * 7919)
    const browser = makeFakeBrowser({ clock: 'real' })
    proxy.setFaults(({ path }) =>
      path === viewsPath && random() < 0.6
        ? (faultKinds[Math.floor(random() * faultKinds.length)] ?? { kind: 'drop_request' as const })
        : { kind: 'pass' },
    )
    const shownIds: string[] = []
    for (let round = 0; round < 12; round += 1) {
      const device = await openDevice(browser)
      device.runAsLeader()
      shownIds.push(...(await logViews(device, 1 + Math.floor(random() * 30))))
      if (random() < 0.5) device.runAsLeader()
      await wakeSending(device.outbox)
      await new Promise((resolve) => setTimeout(resolve, random() * 60))
      if (random() < 0.6) device.kill()
    }
    proxy.setFaults(() => ({ kind: 'pass' }))
    const last = await openDevice(browser)
    last.runAsLeader()
    await waitUntilNoneWaits(last)
    const rows = await listTrailIds(shownIds)
    expect(rows.toSorted()).toEqual(shownIds.toSorted())
  },
  30_000,
)
