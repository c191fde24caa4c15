import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Enough for the app and its records. */
const roomBytes = 48 * 1024 * 1024

/**
 * A device with little storage for the office's pages; call it before they are opened. `fill`
 * leaves no space for writing, as on a full device, and returns a function that frees space again.
 */
export async function limitDevice(page: Page, url: string): Promise<{ fill(): Promise<() => Promise<void>> }> {
  // The quota lasts as long as this session.
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(url)
  const setRoom = (quotaSize?: number) =>
    browser.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) })
  await setRoom(roomBytes)
  return {
    async fill() {
      expect(await page.evaluate(isFull, 1)).toBe(false)
      await setRoom(1)
      // Chromium uses the known free space for up to half a minute; a larger write makes it check
      // again.
      expect(await page.evaluate(isFull, roomBytes)).toBe(true)
      await expect.poll(() => page.evaluate(isFull, 1), { timeout: 60_000 }).toBe(true)
      return async () => {
        await setRoom()
      }
    },
  }
}

/** Runs in the page. */
function isFull(bytes: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('probe-of-room')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('probes'))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      const writing = database.transaction('probes', 'readwrite')
      writing.objectStore('probes').put(new Uint8Array(bytes), 'only')
      const end = () => {
        database.close()
        const name = writing.error?.name
        if (name === undefined || name === 'QuotaExceededError') resolve(name !== undefined)
        else reject(new Error(`the probe failed with ${name}`))
      }
      writing.addEventListener('complete', end)
      writing.addEventListener('abort', end)
    })
  })
}
