import type { Page } from '@playwright/test'

/**
 * The words found in plain form in any database or storage of this origin or tab. `databases`: only
 * those with matching names.
 */
export async function findSecretsInStorage(page: Page, secrets: readonly string[], databases = /^/): Promise<string[]> {
  const stored = await page.evaluate(async (meant) => {
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      if (!new RegExp(meant).test(name)) continue
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.addEventListener('success', () => resolve(reading.result))
        })
        found.push(JSON.stringify(rows))
      }
      database.close()
    }
    return found
  }, databases.source)
  return secrets.filter((word) => stored.some((text) => text.includes(word)))
}
