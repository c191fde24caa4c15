import { expect, type Page } from '@playwright/test'

/** Leaves the office's pages in this browser no room to write anything more, as on a device that is full. Answers how to make room again. */
export async function fillDevice(page: Page, url: string): Promise<() => Promise<void>> {
  // The quota lasts as long as this session.
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(url)
  expect(await page.evaluate(takesNothing)).toBe(false)
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  // For up to half a minute Chromium goes by the room it knew of.
  await expect.poll(() => page.evaluate(takesNothing), { timeout: 60_000, intervals: [500] }).toBe(true)
  return async () => {
    await browser.send('Storage.overrideQuotaForOrigin', { origin })
  }
}

/** Runs in the page. */
function takesNothing(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('probe-of-room')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('probes'))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      const writing = database.transaction('probes', 'readwrite')
      writing.objectStore('probes').put('any', 'only')
      const end = () => {
        database.close()
        const name = writing.error?.name
        if (name === undefined || name === 'QuotaExceededError') resolve(name !== undefined)
        else reject(new Error(`the probe met with ${name}`))
      }
      writing.addEventListener('complete', end)
      writing.addEventListener('abort', end)
    })
  })
}
