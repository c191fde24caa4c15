import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import type { Office } from './office-kinds.ts'

/** Chunks and fonts listed by the service worker; the folder may hold older builds too. */
export function listStaffCode(): string[] {
  const serviceWorker = readFileSync(join(import.meta.dirname, '../../../dist/sw.js'), 'utf8')
  return [...new Set(serviceWorker.match(/assets\/(?:staff-|PretendardVariable\.)[\w.-]+/g))]
}

/**
 * Cuts the network once this device can work without it, and waits until the page has noticed. For
 * tests with a service worker (`@offline`).
 */
export async function goOffline(page: Page, office: Office): Promise<void> {
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  // The browser still believes it is online; the server does not respond.
  await expect(page.getByText('서버 응답 없음', { exact: true })).toBeVisible({ timeout: 60_000 })
}

/**
 * Waits until everything for staff is on the device: all records and every screen's code. Before
 * that, visible rows may come from the server.
 */
export async function waitUntilAllStored(page: Page): Promise<void> {
  await waitUntilPagesStored(page)
  await waitUntilCopied(page)
  const code = listStaffCode()
  const listMissing = () =>
    page.evaluate(async (names) => {
      const stored = await (await caches.open('assets')).keys()
      const have = new Set(stored.map(({ url }) => new URL(url).pathname))
      return names.filter((name) => !have.has(`/${name}`))
    }, code)
  await expect.poll(listMissing, { timeout: 60_000 }).toEqual([])
}

/**
 * Waits until all records for staff are on the device, so that counts and searches are complete.
 */
export async function waitUntilCopied(page: Page): Promise<void> {
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
}

/**
 * Waits until the service worker has the visitors' pages and controls this page, so that it opens
 * offline.
 */
export async function waitUntilPagesStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}
