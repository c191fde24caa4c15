import { useSyncExternalStore } from 'react'

/**
 * What Enter does on a cell at rest: opens it, or goes down as in Excel (grid.md §14 line 13). A habit of the hand, so it is kept on the device for every table
 * alike; chosen on the sheet of keys. F2 and typing edit in both ways.
 */
export type EnterWay = 'edit' | 'down'

export function enterWay(): EnterWay {
  return localStorage.getItem(kept) === 'down' ? 'down' : 'edit'
}

export function useEnterWay(): [EnterWay, (way: EnterWay) => void] {
  return [useSyncExternalStore(subscribe, enterWay), keepEnterWay]
}

const kept = 'table-enter'
const listeners = new Set<() => void>()

function keepEnterWay(way: EnterWay): void {
  if (way === 'down') localStorage.setItem(kept, way)
  else localStorage.removeItem(kept)
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
