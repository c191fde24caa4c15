import { IDBFactory as FakeIDBFactory, IDBKeyRange as FakeIDBKeyRange } from 'fake-indexeddb'
import { limitStorage } from '#mirror/runtime/limit-storage.ts'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import type { Seals } from '#mirror/store/seal.ts'
import { type FakeClock, makeRealClock, makeVirtualClock } from './fake-clock.ts'
import { type FakeLocks, makeFakeLocks } from './fake-locks.ts'
import { openTabStorage, type StorageFaults, type TabStorage } from './fake-storage.ts'

/**
 * A simulated browser: tabs and workers that share storage, locks and channels, on a controllable
 * clock.
 */
export interface FakeBrowser {
  readonly clock: FakeClock
  readonly locks: FakeLocks
  readonly storage: IDBFactory
  openTab(options?: TabOptions): FakeTab
  /** Waits (briefly, in real time) until storage and network of all tabs are idle. */
  settle(): Promise<void>
  /** Virtual clock: advances by `ms`, timer by timer, settling after each. */
  advance(ms: number): Promise<void>
  /**
   * Advances timer by timer until the condition holds; fails after `limitMs` of virtual (or real)
   * time.
   */
  runUntil(isReached: () => boolean, limitMs?: number): Promise<void>
  /**
   * Advances timer by timer while this promise is pending; with a stopped clock, a tab that waits
   * for another would wait forever.
   */
  finish<T>(work: Promise<T>): Promise<T>
}

export interface TabOptions {
  fetch?: Runtime['fetch']
  baseUrl?: string
  random?: () => number
  seals?: Seals
}

export interface FakeTab {
  readonly runtime: Runtime
  readonly faults: { -readonly [K in keyof StorageFaults]: StorageFaults[K] }
  readonly storage: TabStorage
  fetch: Runtime['fetch']
  /** Whether the device believes it is online. */
  hasNetwork: boolean
  /** Clock skew of this device, in ms. */
  skewMs: number
  readonly isDead: boolean
  /**
   * Kills the tab at once: running transactions abort, locks are released, and nothing it awaits
   * settles.
   */
  kill(): void
  /**
   * Freezes the tab (background freeze): it keeps its locks, and nothing it awaits settles until
   * `thaw`.
   */
  freeze(): void
  thaw(): void
  /**
   * Kills the tab before its n-th step from now (1 = the next). Steps are requests, their
   * responses, transactions, lock grants and timers.
   */
  crashAtStep(n: number): void
  /** Steps taken so far, for counting the crash points of a scenario. */
  readonly steps: readonly string[]
}

export function makeFakeBrowser(options: { clock?: 'virtual' | 'real' } = {}): FakeBrowser {
  const clock = options.clock === 'real' ? makeRealClock() : makeVirtualClock()
  const locks = makeFakeLocks()
  const storage: IDBFactory = new FakeIDBFactory()
  const hub = new Map<string, Set<(message: unknown) => void>>()
  const tabs: OpenTab[] = []
  const browser: FakeBrowser = {
    clock,
    locks,
    storage,
    openTab(tabOptions = {}) {
      const tab = openTab({ clock, locks, storage, hub, number: tabs.length }, tabOptions)
      tabs.push(tab)
      return tab
    },
    settle: () => settle(tabs),
    async advance(ms) {
      const end = clock.now() + ms
      await settle(tabs)
      for (let next = clock.nextTimerAt(); next !== null && next <= end; next = clock.nextTimerAt()) {
        clock.moveTo(next)
        await settle(tabs)
      }
      clock.moveTo(end)
      await settle(tabs)
    },
    async runUntil(isReached, limitMs = 3_600_000) {
      const end = clock.now() + limitMs
      for (;;) {
        await settle(tabs, isReached)
        if (isReached()) return
        if (clock.now() >= end) throw new Error(`not reached within ${limitMs} ms`)
        const next = clock.nextTimerAt()
        if (next !== null) clock.moveTo(Math.min(next, end))
        else if (options.clock === 'real') await new Promise((resolve) => setTimeout(resolve, 5))
        else throw new Error('not reached, and no timer is running that could change it')
      }
    },
    async finish(work) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      work.then(end, end)
      await browser.runUntil(() => isOver)
      return work
    },
  }
  return browser
}

interface BrowserContext {
  clock: FakeClock
  locks: FakeLocks
  storage: IDBFactory
  hub: Map<string, Set<(message: unknown) => void>>
  number: number
}

type OpenTab = FakeTab & { pendingFetches: number }

function openTab(surroundings: BrowserContext, options: TabOptions): OpenTab {
  let isDead = false
  let frozen: Promise<void> | null = null
  let thaw = () => {}
  let crashIn = Number.POSITIVE_INFINITY
  const steps: string[] = []

  function step(name: string): void {
    if (isDead) return
    steps.push(name)
    crashIn -= 1
    if (crashIn <= 0) tab.kill()
  }
  /** Passes a result on unless the tab died; a frozen tab gets it when it thaws. */
  async function passUnlessDead<T>(work: Promise<T>, name: string): Promise<T> {
    const outcome = await work.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    while (frozen) await frozen
    step(name)
    return isDead ? never() : outcome()
  }
  const faults: StorageFaults = {
    abortWith: () => null,
    failReading: () => null,
    neverBegins: () => false,
    refuseOpening: () => null,
  }
  const storage = openTabStorage(
    surroundings.storage,
    {
      abortWith: (stores, mode) => faults.abortWith(stores, mode),
      failReading: (stores) => faults.failReading(stores),
      neverBegins: (database, mode, stores) => faults.neverBegins(database, mode, stores),
      refuseOpening: (name) => faults.refuseOpening(name),
    },
    step,
  )
  /** As `runtime.wait`, but no step of its own: whether storage answers in time is not up to us. */
  const waitForStorage: Runtime['wait'] = async (ms, signal) => {
    await surroundings.clock.wait(ms, signal)
    while (frozen) await frozen
    if (isDead) return never()
  }
  const channels = new Set<Channel>()

  const runtime: Runtime = {
    now: () => surroundings.clock.now() + tab.skewMs,
    newId: createIdMaker(surroundings.number),
    random: options.random ?? (() => 0.5),
    async fetch(input, init) {
      step('request')
      if (isDead) return never()
      tab.pendingFetches += 1
      const response = tab.fetch(input, init).finally(() => {
        tab.pendingFetches -= 1
      })
      return passUnlessDead(response, 'answer')
    },
    hasNetwork: () => tab.hasNetwork,
    locks: surroundings.locks.openFor(surroundings.locks, () => undefined),
    openChannel(name) {
      const channel = openChannel(surroundings.hub, name, {
        isDead: () => isDead,
        whenAwake: async () => {
          while (frozen) await frozen
        },
      })
      channels.add(channel)
      return channel
    },
    wait: (ms, signal) => passUnlessDead(surroundings.clock.wait(ms, signal), 'timer'),
    indexedDB: limitStorage(storage.indexedDB, waitForStorage),
    IDBKeyRange: FakeIDBKeyRange,
    baseUrl: options.baseUrl ?? '',
    ...(options.seals && { seals: options.seals }),
  }

  const tab: OpenTab = {
    runtime,
    faults,
    storage,
    steps,
    pendingFetches: 0,
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('no network'))),
    hasNetwork: true,
    skewMs: 0,
    get isDead() {
      return isDead
    },
    kill() {
      if (isDead) return
      isDead = true
      for (const channel of channels) channel.close()
      storage.close()
      surroundings.locks.releaseAll(tab)
    },
    freeze() {
      if (frozen) return
      frozen = new Promise((resolve) => {
        thaw = () => {
          frozen = null
          resolve()
        }
      })
    },
    thaw: () => thaw(),
    crashAtStep(n) {
      crashIn = n
    },
  }
  runtime.locks = surroundings.locks.openFor(tab, () => step('lock'))
  return tab
}

function openChannel(
  hub: BrowserContext['hub'],
  name: string,
  tab: { isDead: () => boolean; whenAwake: () => Promise<void> },
): Channel {
  const members = hub.get(name) ?? new Set<(message: unknown) => void>()
  hub.set(name, members)
  const listeners = new Set<(message: unknown) => void>()
  const receive = (message: unknown) => {
    void tab.whenAwake().then(() => {
      if (!tab.isDead()) for (const listener of [...listeners]) listener(message)
    })
  }
  members.add(receive)
  return {
    post(message) {
      if (tab.isDead() || !members.has(receive)) return
      const otherMembers = [...members].filter((member) => member !== receive)
      for (const other of otherMembers) {
        const copy: unknown = structuredClone(message)
        setImmediate(() => other(copy))
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      members.delete(receive)
      listeners.clear()
    },
  }
}

/** Ids shaped like UUIDv7 and the same in every run: tab number and a counter. */
function createIdMaker(tab: number): () => string {
  let count = 0
  return () => {
    count += 1
    return `0193a000-${String(tab).padStart(4, '0')}-7000-8000-${count.toString(16).padStart(12, '0')}`
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

/**
 * Waits until no transaction or request was pending for several turns of the event loop. Does not
 * wait for requests that hang.
 */
async function settle(tabs: readonly OpenTab[], isEnough: () => boolean = () => false): Promise<void> {
  const deadline = Date.now() + 60
  for (let quietTurns = 0; quietTurns < 12 && !isEnough(); quietTurns++) {
    await new Promise((resolve) => setImmediate(resolve))
    const alive = tabs.filter((tab) => !tab.isDead)
    const isHanging = Date.now() > deadline
    if (alive.some((tab) => tab.storage.pending() > 0) && Date.now() < deadline + 2_000) quietTurns = 0
    if (!isHanging && alive.some((tab) => tab.pendingFetches > 0)) quietTurns = 0
  }
}
