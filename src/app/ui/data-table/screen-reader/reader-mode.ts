import { useSyncExternalStore } from 'react'

/**
 * Screen-reader mode (Shift+F4, grid.md §14 line 28): a person's need, so it is kept on the device for every table alike, and other tabs follow. At rest the
 * focus then stands on the cells themselves and there is no input over them; rows come in hundreds, every column of theirs is in the page.
 */
export function useReaderMode(): boolean {
  return useSyncExternalStore(subscribe, isReaderMode)
}

export function isReaderMode(): boolean {
  return localStorage.getItem(kept) === 'on'
}

export function setReaderMode(isOn: boolean): void {
  if (isOn) localStorage.setItem(kept, 'on')
  else localStorage.removeItem(kept)
  for (const listener of [...listeners]) listener()
}

const kept = 'table-screen-reader'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
