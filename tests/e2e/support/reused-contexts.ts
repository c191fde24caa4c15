import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Office } from './office-kinds.ts'
import { startSession } from './start-session.ts'

/**
 * Devices that already have the app's code, one per kind (desktop, phone, dark mode), each with the
 * window of the previous test: a new one starts another process, which costs as much as many a
 * test. A test has one to itself and leaves it to the next. Session and records are new for each
 * test, because a session may have been ended elsewhere, and an old copy would already contain what
 * a test prepares.
 */
export interface KeptDevices {
  /** A window of such a device in which 직원 is signed in. */
  take(kind: DeviceKind): Promise<Page>
  giveBack(page: Page): Promise<void>
  close(): Promise<void>
}

export type DeviceKind = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'isMobile' | 'hasTouch' | 'serviceWorkers'
>

export function createKeptDevices(browser: Browser, office: Office): KeptDevices {
  const free = new Map<string, Page>()
  const kinds = new Map<Page, DeviceKind>()
  return {
    async take(kind) {
      const key = JSON.stringify(kind)
      const page = free.get(key) ?? (await (await browser.newContext(kind)).newPage())
      free.delete(key)
      kinds.set(page, kind)
      await startSession(page, office)
      return page
    },
    async giveBack(page) {
      const kind = kinds.get(page) ?? {}
      if (await isEmptied(page, office, kind)) free.set(JSON.stringify(kind), page)
      else await page.context().close()
    },
    async close() {
      for (const page of free.values()) await page.context().close()
    },
  }
}

/**
 * Resets a window and clears everything on the device except the app's code. False when a database
 * is still in use.
 */
async function isEmptied(page: Page, office: Office, { viewport }: DeviceKind): Promise<boolean> {
  const device = page.context()
  if (page.isClosed()) return false
  await Promise.all(device.pages().map((other) => (other === page ? Promise.resolve() : other.close())))
  for (const kind of ['dialog', 'pageerror', 'console', 'request', 'response'])
    await page.removeAllListeners(kind, { behavior: 'ignoreErrors' })
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), device.unrouteAll({ behavior: 'ignoreErrors' })])
  await device.setOffline(false)
  await device.clearPermissions()
  await page.goto(`${office.url}/robots.txt`)
  if (viewport) await page.setViewportSize(viewport)
  await page.mouse.move(0, 0)
  return page.evaluate(forgetEverything)
}

/** Runs in a page without the app. */
async function forgetEverything(): Promise<boolean> {
  localStorage.clear()
  sessionStorage.clear()
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return (await Promise.all(names.map(isRemoved))).every(Boolean)

  function isRemoved(name: string): Promise<boolean> {
    return new Promise((resolve) => {
      const removing = indexedDB.deleteDatabase(name)
      removing.addEventListener('success', () => resolve(true))
      removing.addEventListener('error', () => resolve(false))
      removing.addEventListener('blocked', () => resolve(false))
    })
  }
}
