import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { Office } from './office.ts'
import { startSession } from './start-session.ts'

/**
 * Devices that have the app's code, one per kind (desktop, phone, by night). A test has one to itself and leaves it to the next. Session and records are new for each
 * test: a session may have been ended from elsewhere, and in a copy of before what a test prepares would only be counted as arrived.
 */
export interface KeptDevices {
  /** A window in which 직원 is signed in, on a device of that kind. */
  take(kind: BrowserContextOptions): Promise<Page>
  giveBack(device: BrowserContext): Promise<void>
  close(): Promise<void>
}

export function createKeptDevices(browser: Browser, office: Office): KeptDevices {
  const free = new Map<string, BrowserContext>()
  const kinds = new Map<BrowserContext, string>()
  const openNew = async (kind: BrowserContextOptions) => {
    const device = await browser.newContext(kind)
    kinds.set(device, JSON.stringify(kind))
    return device
  }
  return {
    async take(kind) {
      const kept = free.get(JSON.stringify(kind))
      free.delete(JSON.stringify(kind))
      const device = kept && (await isEmptied(kept, office)) ? kept : await openNew(kind)
      const page = await device.newPage()
      await startSession(page, office)
      return page
    },
    async giveBack(device) {
      await device.unrouteAll({ behavior: 'ignoreErrors' })
      await device.setOffline(false)
      await device.clearPermissions()
      await Promise.all(device.pages().map((page) => page.close()))
      free.set(kinds.get(device) ?? '', device)
    },
    async close() {
      for (const device of free.values()) await device.close()
    },
  }
}

/** Forgets all but the app's code. A device on which something still holds a database is thrown away. */
async function isEmptied(device: BrowserContext, office: Office): Promise<boolean> {
  const page = await device.newPage()
  await page.goto(`${office.url}/robots.txt`)
  const isEmpty = await page.evaluate(forgetEverything)
  await (isEmpty ? page.close() : device.close())
  return isEmpty
}

/** Runs in a page without the app. */
async function forgetEverything(): Promise<boolean> {
  localStorage.clear()
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
