/**
 * Stores table layouts on the device, as text under one key per table. When the browser refuses
 * (storage full or forbidden), the text is kept in memory for this page.
 */
export interface SavedLayouts {
  /**
   * Null when nothing is stored, so the default applies. Returns the same string until it changes.
   */
  readLayout(tableId: string): string | null
  /**
   * Null removes the stored layout. Returns false when the device could not store it and only this
   * page holds it.
   */
  writeLayout(tableId: string, text: string | null): boolean
  /** Also notifies of changes from other tabs. */
  subscribe(listener: () => void): () => void
}

export interface DevicePage {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  addEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void
  removeEventListener(type: 'storage', listener: (event: Pick<StorageEvent, 'key'>) => void): void
}

const layoutKeyPrefix = 'column-layout:'

export function openSavedLayouts(page: DevicePage): SavedLayouts {
  const listeners = new Set<() => void>()
  const cache = new Map<string, string | null>()

  function notify() {
    for (const listener of [...listeners]) listener()
  }
  function onStorage(event: Pick<StorageEvent, 'key'>) {
    // A null key means the whole storage was cleared.
    if (event.key !== null && !event.key.startsWith(layoutKeyPrefix)) return
    if (event.key === null) cache.clear()
    else cache.delete(event.key.slice(layoutKeyPrefix.length))
    notify()
  }
  return {
    readLayout(tableId) {
      const text = cache.get(tableId)
      if (text !== undefined) return text
      try {
        return page.localStorage.getItem(layoutKeyPrefix + tableId)
      } catch {
        return null
      }
    },
    writeLayout(tableId, text) {
      let isStored = true
      try {
        if (text === null) page.localStorage.removeItem(layoutKeyPrefix + tableId)
        else page.localStorage.setItem(layoutKeyPrefix + tableId, text)
        cache.delete(tableId)
      } catch {
        cache.set(tableId, text)
        isStored = false
      }
      notify()
      return isStored
    },
    subscribe(listener) {
      if (listeners.size === 0) page.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) page.removeEventListener('storage', onStorage)
      }
    },
  }
}
