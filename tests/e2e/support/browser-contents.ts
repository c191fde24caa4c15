import type { Page } from '@playwright/test'

/**
 * Everything this browser stores for the office: local and session storage, every row of every
 * database, and cached data that is not code.
 */
export async function readBrowserContents(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error(store)))
        })
        texts.push(JSON.stringify(rows))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        texts.push(request.url)
        const cached = await cache.match(request)
        if (cached && /json|html|text\/plain/.test(cached.headers.get('content-type') ?? ''))
          texts.push(await cached.text())
      }
    }
    return texts.join('\n')
  })
}
