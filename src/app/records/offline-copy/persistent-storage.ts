import { proxy } from 'valtio'

/**
 * Whether the browser may clear what this device stores. `unknown`: not asked yet, or the browser
 * doesn't say.
 */
export const storageProtection = proxy<{ state: 'unknown' | 'kept' | 'evictable' }>({ state: 'unknown' })

/**
 * Asks the browser not to clear this device's storage when it needs room. Call it when something
 * waits here that exists nowhere else: Firefox asks the person, and the others decide by how the
 * site is used.
 */
export async function requestPersistence(storage: Partial<StorageManager> | undefined): Promise<void> {
  if (storageProtection.state === 'kept') return
  try {
    if (!storage?.persist || !storage.persisted) return
    const isKept = (await storage.persisted()) || (await storage.persist())
    storageProtection.state = isKept ? 'kept' : 'evictable'
  } catch {
    // A private window may refuse the question; the answer stays unknown.
  }
}
