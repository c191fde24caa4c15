import { useSyncExternalStore } from 'react'
import { useSnapshot, type Snapshot } from 'valtio'

/**
 * valtio's `useSnapshot` for a part that the server draws too. A page is hydrated in slices, and what
 * the device knows may arrive in between; until then the part answers what the server drew.
 */
export function useHydratedSnapshot<State extends object>(
  state: State,
  served: Snapshot<NoInfer<State>>,
): Snapshot<State> {
  const snapshot = useSnapshot(state)
  return useHydrated() ? snapshot : served
}

/** False while React takes over what the server drew. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges() {
  return () => undefined
}
