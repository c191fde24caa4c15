import { useEffect } from 'react'
import { useLatest } from '../use-latest.ts'

/** Tells the gate once of each record that is shown; undefined: none is. */
export function useShown(gate: { onShown(id: string): void } | undefined, id: string | undefined): void {
  const told = useLatest(gate)
  useEffect(() => {
    if (id !== undefined) told()?.onShown(id)
  }, [told, id])
}
