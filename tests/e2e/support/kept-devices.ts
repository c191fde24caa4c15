import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import { sessionStorageKeys } from '#contract/session.ts'
import { jsonPost } from '../../support/sign-in-calls.ts'
import type { Office } from './office.ts'
import { startSession } from './start-session.ts'

/**
 * Devices on which 직원 signed in before, one per kind (desktop, phone, by night): they have the session and the app's code. A test has one to itself and leaves it to the
 * next. Records are copied anew for each test: in a copy of before, what a test prepares would only be counted as arrived, at a moment nobody knows.
 */
export interface KeptDevices {
  take(kind: BrowserContextOptions): Promise<BrowserContext>
  /** Everything must be sent and the session valid; what else a test left is removed. A device that is not so is thrown away. */
  giveBack(device: BrowserContext): Promise<void>
  close(): Promise<void>
}

export function createKeptDevices(browser: Browser, office: Office): KeptDevices {
  const free = new Map<string, BrowserContext>()
  const kinds = new Map<BrowserContext, string>()
  return {
    async take(kind) {
      const name = JSON.stringify(kind)
      const kept = free.get(name)
      free.delete(name)
      if (kept) return kept
      const device = await browser.newContext(kind)
      const page = await device.newPage()
      await startSession(page, office)
      await page.close()
      kinds.set(device, name)
      return device
    },
    async giveBack(device) {
      const isKept = await leaveOrderly(device, office).catch(() => false)
      const name = kinds.get(device)
      if (isKept && name !== undefined) free.set(name, device)
      else await device.close()
    },
    async close() {
      for (const device of free.values()) await device.close()
    },
  }
}

async function leaveOrderly(device: BrowserContext, office: Office): Promise<boolean> {
  await device.unrouteAll({ behavior: 'ignoreErrors' })
  await device.setOffline(false)
  await device.clearPermissions()
  const open = device.pages().find((each) => each.url().startsWith(office.url))
  if (!open || !(await open.evaluate(isAllSent))) return false
  await Promise.all(device.pages().map((each) => each.close()))
  const page = await device.newPage()
  await page.goto(`${office.url}/robots.txt`)
  const { accessToken, refreshToken, userInfo, lastLoginTime } = sessionStorageKeys
  const token = await page.evaluate(forgetAllBut, [accessToken, refreshToken, userInfo, lastLoginTime])
  await page.close()
  const answer = await fetch(`${office.origin}/oauth/check_token/kakao/`, jsonPost({ access_token: token }))
  return ((await answer.json()) as { is_valid: boolean }).is_valid
}

/** Runs in the page: whether nothing waits in its outbox, or goes out of it within two seconds. */
async function isAllSent(): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const outboxes = names.filter((name) => name.startsWith('outbox-'))
  for (let tries = 0; tries < 20; tries += 1) {
    if ((await Promise.all(outboxes.map(countIn))).every((count) => count === 0)) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false

  function countIn(name: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('error', () => reject(opening.error))
      opening.addEventListener('success', () => {
        const counting = opening.result.transaction('ops').objectStore('ops').count()
        counting.addEventListener('error', () => reject(counting.error))
        counting.addEventListener('success', () => {
          opening.result.close()
          resolve(counting.result)
        })
      })
    })
  }
}

/** Runs in a page without the app. The session and its outbox stay; answers the access token. */
async function forgetAllBut(keys: readonly string[]): Promise<string | null> {
  for (const key of Object.keys(localStorage)) if (!keys.includes(key)) localStorage.removeItem(key)
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  await Promise.all(names.filter((name) => !name.startsWith('outbox-')).map(remove))
  return localStorage.getItem('access_token')

  function remove(name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(name)
      removing.addEventListener('success', () => resolve())
      removing.addEventListener('error', () => reject(removing.error))
      removing.addEventListener('blocked', () => reject(new Error(`${name} is still open`)))
    })
  }
}
