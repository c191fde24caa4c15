import { CloudOff, TriangleAlert } from 'lucide-react'
import type { RowSourceState } from '#contract/records/row-source.ts'

/**
 * Icon above a message about data this device has no copy of. A lost network looks different from a
 * failed server.
 */
export function FailureIcon({ failure }: { failure: RowSourceState['trouble'] | null }) {
  const Icon = failure && failure.kind !== 'no_network' ? TriangleAlert : CloudOff
  return <Icon size={20} strokeWidth={1.5} aria-hidden />
}
