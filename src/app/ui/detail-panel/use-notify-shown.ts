import { useEffect } from 'react'
import { useLatest } from '../hooks/use-latest.ts'

/** Calls the gate once for each record shown; `id` is undefined when none is. */
export function useNotifyShown(gate: { onShown(id: string): void } | undefined, id: string | undefined): void {
  const latestGate = useLatest(gate)
  useEffect(() => {
    if (id !== undefined) latestGate()?.onShown(id)
  }, [latestGate, id])
}
