import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '../../e2e/support/test.ts'
import { chooseTmpdir } from '../../support/runner/quick-tmpdir.ts'
import { downloads, type Launch, type RunningBrowser } from './driver.ts'
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
  kill(): Promise<void>
  /**
   * Stops the process of this tab, as iPadOS does with a tab in the background. Returns what lets
   * it go on.
   */
  freeze(tab: Tab): Promise<() => void>
  /** kill -9 of the process that runs this tab, as when it takes too much memory. */
  crash(tab: Tab): Promise<void>
  /** kill -9 of the process with this name; the browser starts another. */
  killProcess(name: string): void
  /** Folder of the downloaded files. */
  readonly downloads: string
}

interface Fixtures {
  device: Device
  /** The first tab of a device on which 직원 is signed in. */
  staffTab: Tab
}

const launchers: Record<Engine, Launch> = { firefox: launchFirefox, webkit: launchWebKit }

/**
 * The offices and colleagues of the e2e stories with a device of another engine. Fails a story
 * whose pages reported errors, and attaches a picture of the last tab to a failed one.
 */
export const test = base.extend<Fixtures & { isPrivate: boolean }, { engine: Engine }>({
  /** `test.use({ isPrivate: true })`: the device opens private windows, which keep nothing. */
  isPrivate: [false, { option: true }],
  engine: ['firefox', { scope: 'worker', option: true }],
  device: async ({ engine, office, isPrivate }, use, testInfo) => {
    office.network.setReachable(true)
    const profile = mkdtempSync(join(chooseTmpdir(), `ongyeol-${engine}-`))
    const state = { browser: null as RunningBrowser | null, tab: null as Tab | null, complaints: [] as string[] }
    const adopt = (tab: Tab) => (state.tab = tab)
    const kill = async () => {
      state.complaints.push(...(state.browser?.complaints ?? []))
      await state.browser?.kill()
      state.browser = null
    }
    const getBrowser = () => {
      if (!state.browser) throw new Error('the browser is not running')
      return state.browser
    }
    await use({
      downloads: join(profile, downloads),
      kill,
      async start() {
        state.browser = await launchers[engine](profile, { isPrivate })
        return adopt(createTab(state.browser.firstTab))
      },
      async openTab() {
        return adopt(createTab(await getBrowser().openTab()))
      },
      async freeze(tab) {
        const pid = await findProcessOfTab(getBrowser().pid, tab)
        process.kill(pid, 'SIGSTOP')
        return () => process.kill(pid, 'SIGCONT')
      },
      async crash(tab) {
        process.kill(await findProcessOfTab(getBrowser().pid, tab), 'SIGKILL')
      },
      killProcess(name) {
        const pid = findProcess(getBrowser().pid, name)
        if (pid === undefined) throw new Error(`no process is called ${name}`)
        process.kill(pid, 'SIGKILL')
      },
    })
    // Every device of these stories sees one build.
    const offers = await state.tab?.read(text(/새 버전/)).catch(() => [])
    state.complaints.push(...(offers ?? []))
    if (testInfo.status !== testInfo.expectedStatus && state.browser && state.tab) {
      const path = testInfo.outputPath('last-tab.png')
      writeFileSync(path, await state.tab.screenshot())
      await testInfo.attach('last-tab', { path, contentType: 'image/png' })
    }
    await kill()
    office.network.setReachable(true)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    if (state.complaints.length > 0) throw new Error(`the pages reported errors:\n${state.complaints.join('\n')}`)
  },
  staffTab: async ({ device, office }, use) => {
    const tab = await device.start()
    await signInWithoutPages(tab, office)
    await use(tab)
  },
})

export { expect } from '../../e2e/support/test.ts'
