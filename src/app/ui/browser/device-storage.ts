/**
 * Local or session storage that never throws. What the browser refuses to store (storage is full or
 * forbidden) is kept in memory, for this page only.
 */
export interface DeviceStorage {
  getItem(key: string): string | null
  /** False when only this page holds the text. */
  setItem(key: string, text: string): boolean
  removeItem(key: string): void
  listKeys(): string[]
  /** Notifies of changes to `key` by this page or another. Returns the stop function. */
  subscribe(key: string, listener: () => void): () => void
  /**
   * Notifies of changes by other pages; a null key means that everything was removed. Returns the
   * stop function.
   */
  followOthers(listener: (key: string | null) => void): () => void
}

/**
 * `getStorage` may throw, as `localStorage` does where cookies are blocked. `page` receives the
 * storage events.
 */
export function createDeviceStorage(
  getStorage: () => Storage,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> = globalThis,
): DeviceStorage {
  const refused = new Map<string, string>()
  const changes = new EventTarget()

  function tryStorage<Result>(access: (storage: Storage) => Result, ifRefused: Result): Result {
    try {
      return access(getStorage())
    } catch {
      return ifRefused
    }
  }
  function forgetRefused({ key }: Pick<StorageEvent, 'key'>): void {
    if (key === null) refused.clear()
    else refused.delete(key)
  }
  function followOthers(listener: (key: string | null) => void): () => void {
    const onStorage = (event: StorageEvent) => {
      forgetRefused(event)
      listener(event.key)
    }
    page.addEventListener('storage', onStorage)
    return () => page.removeEventListener('storage', onStorage)
  }
  return {
    getItem: (key) => refused.get(key) ?? tryStorage((storage) => storage.getItem(key), null),
    setItem(key, text) {
      const isStored = tryStorage((storage) => {
        storage.setItem(key, text)
        return true
      }, false)
      if (isStored) {
        refused.delete(key)
      } else {
        refused.set(key, text)
        page.addEventListener('storage', forgetRefused)
      }
      changes.dispatchEvent(new Event(key))
      return isStored
    },
    removeItem(key) {
      refused.delete(key)
      tryStorage((storage) => storage.removeItem(key), undefined)
      changes.dispatchEvent(new Event(key))
    },
    listKeys: () => [...new Set([...refused.keys(), ...tryStorage((storage) => Object.keys(storage), [])])],
    subscribe(key, listener) {
      changes.addEventListener(key, listener)
      const stop = followOthers((changed) => {
        if (changed === null || changed === key) listener()
      })
      return () => {
        changes.removeEventListener(key, listener)
        stop()
      }
    },
    followOthers,
  }
}

export const deviceStorage = createDeviceStorage(() => localStorage)

/** Of this tab; survives a reload. */
export const tabStorage = createDeviceStorage(() => sessionStorage)

/** Null when the text is missing or isn't JSON. */
export function parseStoredJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
