import { useSyncExternalStore } from 'react'

/** A habit or a need of the person at this device, the same for every table, followed by other tabs: one of a few words. */
export interface DeviceChoice<Word extends string> {
  read(): Word
  keep(word: Word): void
  subscribe(listener: () => void): () => void
}

/** `words`: what stands until another is chosen, and the others. `key`: its name in local storage. */
export function deviceChoice<Word extends string>(
  key: string,
  [usual, ...others]: readonly [Word, ...Word[]],
): DeviceChoice<Word> {
  const listeners = new Set<() => void>()
  return {
    read: () => others.find((word) => word === localStorage.getItem(key)) ?? usual,
    keep(word) {
      if (word === usual) localStorage.removeItem(key)
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
  return [useSyncExternalStore(choice.subscribe, choice.read), choice.keep]
}
