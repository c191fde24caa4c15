import { useSyncExternalStore } from 'react'

/** How close the rows of every table stand on this device: 편하게 or 촘촘하게. With a finger they keep the height a finger needs. */
export type Density = 'roomy' | 'dense'

export function density(): Density {
  return localStorage.getItem(kept) === 'dense' ? 'dense' : 'roomy'
}

export function useDensity(): [Density, (next: Density) => void] {
  return [useSyncExternalStore(subscribe, density), keepDensity]
}

/** In px. */
export function rowHeightOf({ isCoarse, isDense }: { isCoarse: boolean; isDense: boolean }): number {
  if (isCoarse) return 44
  return isDense ? 28 : 36
}

const kept = 'table-density'
const listeners = new Set<() => void>()

function keepDensity(next: Density): void {
  if (next === 'dense') localStorage.setItem(kept, next)
  else localStorage.removeItem(kept)
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
