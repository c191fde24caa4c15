import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import type { Office } from './office-kinds.ts'

/** Chunks that the service worker lists; the folder may hold older builds too. */
function staffCode(): string[] {
  const serviceWorker = readFileSync(join(import.meta.dirname, '../../../dist/sw.js'), 'utf8')
  return [...new Set(serviceWorker.match(/assets\/staff-[\w.-]+/g))]
}

/** Takes the network away once this device can do without it, and waits until the page has noticed. For stories with a service worker (`@offline`). */
export async function goOffline(page: Page, office: Office): Promise<void> {
  await untilAllStored(page)
  office.network.setReachable(false)
  // The browser still believes in its network; it is the server that does not answer.
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })
}

/** Everything staff have is on the device: all records, and the code of every screen. Before that the rows in sight may be the server's own. */
export async function untilAllStored(page: Page): Promise<void> {
  await untilPagesStored(page)
  await untilCopied(page)
  const code = staffCode()
  const missing = () =>
    page.evaluate(async (names) => {
      const stored = await (await caches.open('assets')).keys()
      const have = new Set(stored.map(({ url }) => new URL(url).pathname))
      return names.filter((name) => !have.has(`/${name}`))
    }, code)
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
}

/** All records staff have are on the device: what is counted and found is everything. */
export async function untilCopied(page: Page): Promise<void> {
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
}

/** The service worker has what visitors need and answers for this page: it opens again without a network. */
export async function untilPagesStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}
