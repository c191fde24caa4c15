import { useSyncExternalStore } from 'react'

/**
 * A user preference on this device with a few possible values, shared by all tables and kept in
 * sync across tabs.
 */
export interface DeviceChoice<Word extends string> {
  read(): Word
  save(word: Word): void
  subscribe(listener: () => void): () => void
}

/**
 * The second argument lists the possible values, the default first. `key` is the name in local
 * storage.
 */
export function deviceChoice<Word extends string>(
  key: string,
  [fallback, ...others]: readonly [Word, ...Word[]],
): DeviceChoice<Word> {
  const listeners = new Set<() => void>()
  return {
    read: () => others.find((word) => word === localStorage.getItem(key)) ?? fallback,
    save(word) {
      if (word === fallback) localStorage.removeItem(key)
      else localStorage.setItem(key, word)
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}

export function useDeviceChoice<Word extends string>(choice: DeviceChoice<Word>): [Word, (word: Word) => void] {
  return [useSyncExternalStore(choice.subscribe, choice.read), choice.save]
}
