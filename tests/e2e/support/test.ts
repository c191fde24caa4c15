import { test as base, type Page } from '@playwright/test'
import { type Colleague, signInColleague } from './colleague.ts'
import type { DemoSize, Office } from './office-kinds.ts'
import { openOffice } from './office.ts'
import { createKeptDevices, type KeptDevices } from './reused-contexts.ts'
import { startSession } from './start-session.ts'

export interface Shared {
  /**
   * `test.use({ demo: 'full' })`: the office has all demo records. For tests that need thousands of
   * rows; the file states why.
   */
  demo: DemoSize
  /**
   * A running office with demo records for all tests of a file; its network is restored before
   * every test.
   */
  office: Office
  colleague: Colleague
  keptDevices: KeptDevices
}

export interface OwnFixtures {
  /**
   * `test.use({ reusesDevice: true })`: 직원 uses the previous test's device, which has only the
   * app's code. For tests of screens; tests of the device itself get a new one.
   */
  reusesDevice: boolean
  /**
   * A window of a device on which 직원 is signed in, with a separate browser context:
   * `staffPage.context()`. The test opens a screen in it.
   */
  staffPage: Page
  /** A window of a new device. Fails the test on script errors and CSP violations. */
  newDevicePage: Page
}

export const test = base.extend<OwnFixtures, Shared>({
  demo: ['small', { scope: 'worker', option: true }],
  office: [
    async ({ demo }, use) => {
      const office = await openOffice({ demo })
      await use(office)
      await office.stop()
    },
    { scope: 'worker' },
  ],
  colleague: [
    async ({ office }, use) => {
      await use(await signInColleague(office.origin))
    },
    { scope: 'worker' },
  ],
  keptDevices: [
    async ({ browser, office }, use) => {
      const devices = createKeptDevices(browser, office)
      await use(devices)
      await devices.close()
    },
    { scope: 'worker' },
  ],
  reusesDevice: [false, { option: true }],
  serviceWorkers: async ({ serviceWorkers }, use, { tags }) =>
    await use(tags.includes('@offline') ? 'allow' : serviceWorkers),
  newDevicePage: async ({ page, office }, use) => {
    healNetwork(office)
    await useCalmly(page, use)
  },
  staffPage: async (
    { browser, office, keptDevices, reusesDevice, viewport, colorScheme, isMobile, hasTouch, serviceWorkers },
    use,
    testInfo,
  ) => {
    healNetwork(office)
    // Other options come from the configuration, as for every new context.
    const kind = { viewport, colorScheme, isMobile, hasTouch, serviceWorkers }
    const page = reusesDevice ? await keptDevices.take(kind) : await (await browser.newContext()).newPage()
    if (!reusesDevice) await startSession(page, office)
    await useCalmly(page, use)
    healNetwork(office)
    if (reusesDevice && testInfo.status === 'passed') await keptDevices.giveBack(page)
    else await page.context().close()
  },
})

export { expect } from './expect.ts'

function healNetwork(office: Office): void {
  office.network.setReachable(true)
  office.network.setTarget(office.origin)
  office.network.setFaults(() => ({ kind: 'pass' }))
}

async function useCalmly(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|requires 'Trusted|Uncaught/.test(message.text()))
      complaints.push(message.text())
  })
  await use(page)
  if (complaints.length > 0) throw new Error(`the page reported errors:\n${complaints.join('\n')}`)
}
