import type { Page } from '@playwright/test'

/**
 * Everything this browser stores for the office's origin, by name; for caches also the cached URLs.
 */
export interface DeviceData {
  databases: string[]
  localKeys: string[]
  sessionKeys: string[]
  cached: string[]
  /** Entries in all outboxes, and user input left in their logs and their memory of sent edits. */
  unsent: number
  loggedTexts: number
  /** Waiting files of papers, and their thumbnails. */
  unsentPapers: number
}

export async function countDeviceData(page: Page): Promise<DeviceData> {
  return await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const outboxes = databases.filter((name) => name.startsWith('outbox-'))
    const rows = await Promise.all(outboxes.map((name) => countStoredEntries(name)))
    const papers = databases.filter((name) => name.startsWith('papers-'))
    const cached: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname)
    }
    return {
      databases,
      localKeys: Object.keys(localStorage),
      sessionKeys: Object.keys(sessionStorage),
      cached,
      unsent: rows.reduce((sum, { ops }) => sum + ops, 0),
      loggedTexts: rows.reduce((sum, { texts }) => sum + texts, 0),
      unsentPapers: (await Promise.all(papers.map((name) => countEntries(name)))).reduce(
        (sum, count) => sum + count,
        0,
      ),
    }

    function countEntries(name: string): Promise<number> {
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const database = opening.result
          const stores = ['contents', 'bytes', 'thumbs']
          const transaction = database.transaction(stores)
          const counts = stores.map((store) => transaction.objectStore(store).count())
          transaction.addEventListener('complete', () => {
            database.close()
            resolve(counts.reduce((sum, { result }) => sum + result, 0))
          })
        })
      })
    }

    function countStoredEntries(name: string): Promise<{ ops: number; texts: number }> {
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const database = opening.result
          const transaction = database.transaction(['ops', 'log', 'sent'])
          const ops = transaction.objectStore('ops').count()
          const log = transaction.objectStore('log').getAll()
          const sent = transaction.objectStore('sent').count()
          transaction.addEventListener('complete', () => {
            database.close()
            const texts = log.result.filter((row: { op: unknown }) => row.op !== null).length
            resolve({ ops: ops.result, texts: texts + sent.result })
          })
        })
      })
    }
  })
}

/**
 * Removes what may stay after `userId` signed out: their outbox, papers and views by name, the
 * choice of areas, settings that name nobody, the app itself, the office's details, and the
 * public blog.
 */
export function listNotAllowed(left: DeviceData, userId: string): string[] {
  const isDatabase = (name: string) =>
    [`outbox-${userId}`, `papers-${userId}`, `seen-${userId}`, `held-${userId}`].includes(name) ||
    /^(workbox|visitor)/.test(name)
  const isLocal = (key: string) => /^(column-layout:|nav_collapsed$|office$|saved-filters:[^@]+@)/.test(key)
  const isSession = (key: string) => /^(tab_name|reloaded_for_missing_chunk|tsr-scroll)/.test(key)
  const isCached = (path: string) =>
    /^\/(assets\/|[\w.-]*$|about|terms|privacy|contact|services\/)/.test(path) || /^\/api\/(blog|site)\//.test(path)
  return [
    ...left.databases.filter((name) => !isDatabase(name)),
    ...left.localKeys.filter((key) => !isLocal(key)),
    ...left.sessionKeys.filter((key) => !isSession(key)),
    ...left.cached.filter((path) => !isCached(path)),
  ]
}
