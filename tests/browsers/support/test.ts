import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TestInfo } from '@playwright/test'
import { openOffice } from '../../e2e/support/office.ts'
import { test as base } from '../../e2e/support/test.ts'
import { chooseTmpdir } from '../../support/runner/quick-tmpdir.ts'
import { downloads, type DrivenTab, type Launch, type RunningBrowser } from './driver.ts'
import { launchFirefox } from './firefox.ts'
import { signInWithoutPages } from './office-pages.ts'
import { findProcess, findProcessOfTab } from './processes.ts'
import { createTab, type Tab } from './tab.ts'
import { text } from './target.ts'
import { launchWebKit } from './webkit.ts'

export type Engine = 'firefox' | 'webkit'

/** A person's browser, whose profile outlives its processes. */
export interface Device {
  /** Starts the browser, again after `kill`, and returns its first tab. */
  start(): Promise<Tab>
  openTab(): Promise<Tab>
  /** While the browser runs. */
  firstTab(): Tab | undefined
  kill(): Promise<void>
  /**
   * Stops the process of this tab between two transactions, as iPadOS does with a tab that is idle
   * in the background; `witness`, another tab, can tell. Returns what lets it go on.
   */
  freeze(tab: Tab, witness: Tab): Promise<() => void>
  /** kill -9 of the process that runs this tab, as when it takes too much memory. */
  crash(tab: Tab): Promise<void>
  /** kill -9 of the process with this name; the browser starts another. */
  killProcess(name: string): void
  /** Folder of the downloaded files. */
  readonly downloads: string
}

interface Fixtures {
  /** `test.use({ isPrivate: true })`: the device opens private windows, which keep nothing. */
  isPrivate: boolean
  device: Device
  /** The first tab of a device on which 직원 is signed in. */
  staffTab: Tab
}

interface Shared {
  /** Whether the office is reached over https. The built-in sign-in works without a proxy alone. */
  isSecure: boolean
  engine: Engine
  keptDevice: { current: OwnedDevice | null }
}

const launchers: Record<Engine, Launch> = { firefox: launchFirefox, webkit: launchWebKit }

/**
 * The offices and colleagues of the e2e stories with a device of another engine. Fails a story
 * whose pages reported errors, and attaches a picture of the last tab to a failed one.
 *
 * `test.use({ reusesDevice: true })` gives stories of screens the device and tab of the story
 * before, which saves most of their time. One that ends the browser, or changes what the device
 * stores, gets a device of its own.
 */
export const test = base.extend<Fixtures, Shared>({
  engine: ['firefox', { scope: 'worker', option: true }],
  // As people use it: WebKit keeps pages that say `no-store` out of its page cache only then.
  isSecure: [true, { scope: 'worker', option: true }],
  office: [
    async ({ demo, isSecure }, use) => {
      const office = await openOffice({ demo, isSecure })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
  isPrivate: [false, { option: true }],
  keptDevice: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from this pattern
    async ({}, use) => {
      const kept: Shared['keptDevice'] = { current: null }
      await use(kept)
      await kept.current?.remove()
    },
    { scope: 'worker' },
  ],
  device: async ({ engine, office, isPrivate, reusesDevice, keptDevice }, use, testInfo) => {
    const healNetwork = () => {
      office.network.setReachable(true)
      office.network.setFaults(() => ({ kind: 'pass' }))
    }
    healNetwork()
    const own = (reusesDevice && keptDevice.current) || createDevice(engine, isPrivate)
    if (reusesDevice) keptDevice.current = own
    await use(own.device)
    const complaints = await own.takeComplaints()
    if (testInfo.status !== testInfo.expectedStatus) await own.attachPicture(testInfo)
    if (reusesDevice) await own.tidy()
    else await own.remove()
    healNetwork()
    if (complaints.length > 0) throw new Error(`the pages reported errors:\n${complaints.join('\n')}`)
  },
  staffTab: async ({ device, office }, use) => {
    const kept = device.firstTab()
    const tab = kept ?? (await device.start())
    if (!kept) await signInWithoutPages(tab, office)
    await use(tab)
  },
})

/** Resolves when all transactions that this page can meet are over. */
async function finishTransactions(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => reject(opening.error))
      opening.addEventListener('success', () => {
        const { result: database } = opening
        const stores = [...database.objectStoreNames]
        const transaction = database.transaction(stores, 'readwrite')
        transaction.objectStore(stores[0] ?? '').count()
        transaction.addEventListener('complete', () => {
          database.close()
          resolve()
        })
      })
    })
  }
}

/** A device, and what its fixture does with it. */
interface OwnedDevice {
  readonly device: Device
  /** What its pages have reported since the last call. */
  takeComplaints(): Promise<readonly string[]>
  attachPicture(testInfo: TestInfo): Promise<void>
  /** For the next story: one tab, and no downloaded files. */
  tidy(): Promise<void>
  remove(): Promise<void>
}

function createDevice(engine: Engine, isPrivate: boolean): OwnedDevice {
  const profile = mkdtempSync(join(chooseTmpdir(), `ongyeol-${engine}-`))
  const state = { browser: null as RunningBrowser | null, tabs: [] as Tab[], complaints: [] as string[], reported: 0 }
  const getBrowser = () => {
    if (!state.browser) throw new Error('the browser is not running')
    return state.browser
  }
  const adopt = (driven: DrivenTab) => {
    const tab = createTab(driven)
    state.tabs.push(tab)
    return tab
  }
  const collect = () => {
    const reported = state.browser?.complaints ?? []
    state.complaints.push(...reported.slice(state.reported))
    state.reported = reported.length
  }
  const kill = async () => {
    collect()
    await state.browser?.kill()
    state.browser = null
    state.tabs = []
    state.reported = 0
  }
  const device: Device = {
    downloads: join(profile, downloads),
    firstTab: () => state.tabs[0],
    kill,
    async start() {
      state.browser = await launchers[engine](profile, { isPrivate })
      return adopt(state.browser.firstTab)
    },
    openTab: async () => adopt(await getBrowser().openTab()),
    async freeze(tab, witness) {
      const pid = await findProcessOfTab(getBrowser().pid, tab)
      const thaw = () => process.kill(pid, 'SIGCONT')
      // Stopped in the middle of a transaction, it would hold up the storage of every other tab.
      for (;;) {
        await tab.evaluate(finishTransactions)
        process.kill(pid, 'SIGSTOP')
        const reading = witness.evaluate(finishTransactions)
        if (await Promise.race([reading.then(() => true), setTimeout(5_000, false)])) return thaw
        thaw()
        await reading
      }
    },
    async crash(tab) {
      process.kill(await findProcessOfTab(getBrowser().pid, tab), 'SIGKILL')
    },
    killProcess(name) {
      const pid = findProcess(getBrowser().pid, name)
      if (pid === undefined) throw new Error(`no process is called ${name}`)
      process.kill(pid, 'SIGKILL')
    },
  }
  return {
    device,
    async takeComplaints() {
      collect()
      // Every device of these stories sees one build.
      const offers = await state.tabs
        .at(-1)
        ?.read(text(/새 버전/))
        .catch(() => [])
      return [...state.complaints.splice(0), ...(offers ?? [])]
    },
    async attachPicture(testInfo) {
      const picture = await state.tabs
        .at(-1)
        ?.screenshot()
        .catch(() => null)
      if (!picture) return
      const path = testInfo.outputPath('last-tab.png')
      writeFileSync(path, picture)
      await testInfo.attach('last-tab', { path, contentType: 'image/png' })
    },
    async tidy() {
      for (const tab of state.tabs.splice(1)) await tab.close().catch(() => undefined)
      await state.tabs[0]?.resize(1440, 900)
      const folder = device.downloads
      for (const name of existsSync(folder) ? readdirSync(folder) : []) rmSync(join(folder, name))
    },
    async remove() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

export { expect } from '../../e2e/support/test.ts'
