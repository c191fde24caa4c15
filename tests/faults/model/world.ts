import type { FieldValue } from '#contract/books/field.ts'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import { batchPath } from '#contract/sync/sync.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import { removeSession, saveSession } from '#mirror/outbox/session.ts'
import { removeMirrors } from '#mirror/store/mirror-database.ts'
import { createTestSeals } from '../../support/fakes/fake-encryption.ts'
import { type FakeBrowser, type FakeTab, makeFakeBrowser } from '../../support/fakes/fake-runtime.ts'
import { type Account, signInAt, type SimulatedOffice, userIdByAccount } from './office.ts'
import { readSends, type SendAttempt } from './sends.ts'

/**
 * Two machines of the office: a desktop that people share, and a tablet that one of them carries.
 */
export type DeviceName = 'pc' | 'tablet'

export interface World {
  readonly office: SimulatedOffice
  readonly devices: Record<DeviceName, Device>
  /** Every write that left a device, in order. */
  readonly sends: SendAttempt[]
  /** Number of requests with several writes. */
  batches: number
  /** Number of running requests. */
  pending: number
  /** Whether this run has server-sent events. */
  readonly hasEvents: boolean
  tabsOpened: number
}

export interface WorldKind {
  readonly hasEvents: boolean
  readonly isTabletSealed: boolean
}

export interface Device {
  readonly name: DeviceName
  /** Its storage is encrypted with a key per person. */
  readonly isSealed: boolean
  readonly browser: FakeBrowser
  account: Account | null
  /** All accounts that ever signed in here. */
  readonly accounts: Set<Account>
  readonly tabs: Tab[]
  isOffline: boolean
  /** Aborted when the network is cut. */
  cable: AbortController
}

export interface Tab {
  readonly number: number
  readonly device: Device
  readonly account: Account
  /** `pc/staff`: device and owner of the outbox. */
  readonly outboxName: string
  readonly fake: FakeTab
  readonly copy: OfflineCopy
  readonly rows: RowSource
  /** Rows as this person last saw them; edits may be based on outdated values. */
  readonly seen: Map<string, SourceRow>
  /** This person's last values by `<record>/<field>`, until somebody else writes the field. */
  readonly written: Map<string, FieldValue>
  isFrozen: boolean
}

export const everything = { filters: [], search: '', sort: [] }

export function makeWorld(office: SimulatedOffice, { hasEvents, isTabletSealed }: WorldKind): World {
  const devices = { pc: makeDevice('pc', false), tablet: makeDevice('tablet', isTabletSealed) }
  office.clock = () => devices.pc.browser.clock.now()
  return { office, devices, sends: [], batches: 0, pending: 0, hasEvents, tabsOpened: 0 }
}

function makeDevice(name: DeviceName, isSealed: boolean): Device {
  return {
    name,
    isSealed,
    browser: makeFakeBrowser(),
    account: null,
    accounts: new Set(),
    tabs: [],
    isOffline: false,
    cable: new AbortController(),
  }
}

/** Opens a tab for the signed-in person. Null when it died meanwhile. */
export async function openTab(world: World, device: Device): Promise<Tab | null> {
  const { account } = device
  if (!account) return null
  const fake = openFakeTab(world, device, { account })
  const opening = openOfflineCopy({ userId: userIdByAccount[account], runtime: fake.runtime, createWorker: null })
  const opened = await attempt(world, fake, opening)
  if (opened.kind !== 'done') {
    if (opened.kind === 'failed') throw opened.error
    return null
  }
  const copy = opened.value
  const tab: Tab = {
    number: world.tabsOpened,
    device,
    account,
    outboxName: `${device.name}/${account}`,
    fake,
    copy,
    rows: copy.openRows('real-estate', everything),
    seen: new Map(),
    written: new Map(),
    isFrozen: false,
  }
  device.tabs.push(tab)
  return tab
}

/** `hasKeys`: false for a page that only signs in or out, before or without a PIN. */
export function openFakeTab(
  world: World,
  device: Device,
  { account, hasKeys = true }: { account: Account; hasKeys?: boolean },
): FakeTab {
  world.tabsOpened += 1
  const number = world.tabsOpened
  const fake = device.browser.openTab({
    baseUrl: world.office.proxy.url,
    fetch: (input, init) => fetchThrough(world, { device, account }, { input, init }),
    random: makeRandom(number),
    ...(device.isSealed && hasKeys && { seals: createTestSeals(account) }),
  })
  // The fake browser's ids restart on every device; these are the same in every run and unique.
  let count = 0
  fake.runtime.newId = () => {
    count += 1
    return `0193a000-${number.toString(16).padStart(4, '0')}-7000-8000-${count.toString(16).padStart(12, '0')}`
  }
  return fake
}

/** A small deterministic random generator (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function fetchThrough(
  world: World,
  who: { device: Device; account: Account },
  request: { input: string; init: RequestInit | undefined },
): Promise<Response> {
  const { device } = who
  const { input, init = {} } = request
  if (device.isOffline) throw new TypeError('no network')
  const sends = readSends(input, init, {
    userId: userIdByAccount[who.account],
    outboxName: `${device.name}/${who.account}`,
  })
  world.sends.push(...sends)
  if (input.endsWith(batchPath)) world.batches += 1
  if (!world.hasEvents && input.endsWith('/api/sync/events')) throw new TypeError('no events in this run')
  const signal = init.signal ? AbortSignal.any([init.signal, device.cable.signal]) : device.cable.signal
  world.pending += 1
  try {
    const response = await fetch(input, { ...init, signal })
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    return await readToEnd(response)
  } finally {
    world.pending -= 1
  }
}

/**
 * Reads the body while the request still counts as pending; an error while reading is passed on to
 * the reader.
 */
async function readToEnd(response: Response): Promise<Response> {
  const { status, headers } = response
  const isEmpty = status === 204 || status === 304
  const body = await response.arrayBuffer().catch((error: unknown) => {
    return new ReadableStream<Uint8Array>({ start: (controller) => controller.error(error) })
  })
  const copy = new Response(isEmpty ? null : body, { status, headers })
  return Object.defineProperty(copy, 'redirected', { value: response.redirected })
}

/** Generous real time in ms: on a busy machine the suite should be slow rather than wrong. */
const timeoutMs = 60_000

export type AttemptResult<T> = { kind: 'done'; value: T } | { kind: 'failed'; error: unknown } | { kind: 'died' }

/**
 * Waits for a tab's work, which may never end because the tab dies. Time advances only when nothing
 * else happens: a tab that missed a message waits a moment before it looks for itself, which would
 * never end on a stopped clock.
 */
export async function attempt<T>(world: World, fake: FakeTab, work: Promise<T>): Promise<AttemptResult<T>> {
  const seen: { outcome: AttemptResult<T> | null } = { outcome: null }
  work.then(
    (value) => (seen.outcome = { kind: 'done', value }),
    (error: unknown) => (seen.outcome = { kind: 'failed', error }),
  )
  const deadline = Date.now() + timeoutMs
  let quiet = 0
  for (let turn = 1; seen.outcome === null; turn++) {
    await nextTurn(turn)
    if (fake.isDead) return { kind: 'died' }
    quiet = isBusy(world) ? 0 : quiet + 1
    if (quiet % 100 === 99) await advance(world, 100)
    if (Date.now() > deadline) throw new Error(`a tab never answered (${world.pending} requests under way)`)
  }
  return seen.outcome
}

/** After many turns in a row, lets other work (the database) run. */
async function nextTurn(turn: number): Promise<void> {
  if (turn % 40 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  else await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until no transaction or request is running; does not wait for requests that hang. */
export async function settle(world: World): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let quiet = 0
  for (let turn = 1; quiet < 8; turn++) {
    await nextTurn(turn)
    quiet = isBusy(world) ? 0 : quiet + 1
    if (Date.now() > deadline) throw new Error(`never quiet (${world.pending} requests under way)`)
  }
}

function isBusy(world: World): boolean {
  if (world.pending > world.office.proxy.hanging()) return true
  const tabs = [...world.devices.pc.tabs, ...world.devices.tablet.tabs]
  return tabs.some((tab) => !tab.fake.isDead && tab.fake.storage.pending() > 0)
}

/** Advances time, timer by timer. */
export async function advance(world: World, ms: number): Promise<void> {
  const clocks = [world.devices.pc.browser.clock, world.devices.tablet.browser.clock]
  const end = world.office.clock() + ms
  await settle(world)
  for (;;) {
    const next = Math.min(...clocks.map((clock) => clock.nextTimerAt() ?? Number.POSITIVE_INFINITY))
    if (next > end) break
    for (const clock of clocks) clock.moveTo(next)
    await settle(world)
  }
  for (const clock of clocks) clock.moveTo(end)
  await settle(world)
}

/** Both machines sleep; when they wake, all timers are overdue at once. */
export async function sleep(world: World, ms: number): Promise<void> {
  for (const { browser } of Object.values(world.devices)) browser.clock.moveTo(browser.clock.now() + ms)
  await settle(world)
}

/** Signs somebody in on a device; the session is stored with their outbox. */
export async function signIn(world: World, device: Device, account: Account): Promise<void> {
  const tokens = await signInAt(world.office, account)
  await withOutbox(world, { device, account, hasKeys: false }, (outbox) => saveSession(outbox, tokens))
  device.account = account
  device.accounts.add(account)
}

/** Signs out and keeps waiting entries. */
export async function signOut(world: World, device: Device): Promise<void> {
  const { account } = device
  if (!account) return
  for (const tab of device.tabs.splice(0)) leaveTab(tab)
  await withOutbox(world, { device, account, hasKeys: false }, removeSession)
  const removed = removeMirrors(openFakeTab(world, device, { account }).runtime, () => [])
  await advance(world, 4_000)
  await removed
  device.account = null
}

export function leaveTab(tab: Tab): void {
  tab.fake.thaw()
  tab.rows.close()
  tab.copy.close()
}

export async function withOutbox<T>(
  world: World,
  { device, account, hasKeys = true }: { device: Device; account: Account; hasKeys?: boolean },
  work: (outbox: Outbox) => Promise<T>,
): Promise<T> {
  const fake = openFakeTab(world, device, { account, hasKeys })
  const outbox = await openOutbox(fake.runtime, userIdByAccount[account])
  try {
    return await work(outbox)
  } finally {
    closeOutbox(outbox)
  }
}

export function listAliveTabs(device: Device): Tab[] {
  return device.tabs.filter((tab) => !tab.fake.isDead && !tab.isFrozen)
}
