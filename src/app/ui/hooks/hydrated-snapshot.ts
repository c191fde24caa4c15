import { useSyncExternalStore } from 'react'
import { type Snapshot, useSnapshot } from 'valtio'

/**
 * valtio's `useSnapshot` for components that the server renders too. Hydration happens in slices
 * and the state may change in between; until a component is hydrated this returns what the server
 * rendered.
 */
export function useHydratedSnapshot<State extends object>(
  state: State,
  served: Snapshot<NoInfer<State>>,
): Snapshot<State> {
  const snapshot = useSnapshot(state)
  return useHydrated() ? snapshot : served
}

/** False while React hydrates the server's HTML. */
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
