import { useSyncExternalStore } from 'react'

/**
 * A user preference on this device with a few possible values, shared by all tables and kept in
 * sync across tabs.
 */
export interface DeviceChoice<Word extends string> {
  read(): Word
  save(value: Word): void
  subscribe(listener: () => void): () => void
}

/**
 * The second argument lists the possible values, the default first. `key` is the name in local
 * storage.
 */
export function createDeviceChoice<Word extends string>(
  key: string,
  [defaultValue, ...others]: readonly [Word, ...Word[]],
): DeviceChoice<Word> {
  const listeners = new Set<() => void>()
  return {
    read: () => others.find((value) => value === localStorage.getItem(key)) ?? defaultValue,
    save(value) {
      if (value === defaultValue) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
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

export function useDeviceChoice<Word extends string>(choice: DeviceChoice<Word>): [Word, (value: Word) => void] {
  return [useSyncExternalStore(choice.subscribe, choice.read), choice.save]
}
