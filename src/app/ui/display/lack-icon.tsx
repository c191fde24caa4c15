import { CloudOff, TriangleAlert } from 'lucide-react'
import type { RowSourceState } from '#contract/records/row-source.ts'

/** Stands over words about what this device has no copy of: a lost network looks other than a server that failed. */
export function LackIcon({ trouble }: { trouble: RowSourceState['trouble'] | null }) {
  const Drawing = trouble && trouble.kind !== 'no_network' ? TriangleAlert : CloudOff
  return <Drawing size={20} strokeWidth={1.5} aria-hidden />
}
