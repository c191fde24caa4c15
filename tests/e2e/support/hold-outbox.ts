import type { Page } from '@playwright/test'

const over = 'release-outbox'

/** Has the outbox's tables to itself, as a slow disk or a busy tab would: no edit is kept until the answer is called. */
export async function holdOutbox(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(async (end) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const opening = indexedDB.open(names.find((name) => name.startsWith('outbox-')) ?? '')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const store = database.transaction('ops', 'readwrite').objectStore('ops')
    let isHeld = true
    window.addEventListener(end, () => {
      isHeld = false
    })
    await new Promise<void>((resolve) => {
      const hold = () => {
        if (!isHeld) return database.close()
        store.get(0).addEventListener('success', () => {
          resolve()
          hold()
        })
      }
      hold()
    })
  }, over)
  return () => page.evaluate((end) => window.dispatchEvent(new Event(end)), over)
}
