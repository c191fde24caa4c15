import type { OpState } from '../offline-copy.ts'

/** The server turned it down, or somebody else changed the same field: it stays until the user decides. */
export function isRefused({ state }: { readonly state: OpState }): boolean {
  return state === 'rejected' || state === 'conflict'
}

/** What only the user can end: refused, a month old, or waiting for a newer version of the app. Screen, badge and status line count by this. */
export function needsAttention(entry: { readonly state: OpState }): boolean {
  return isRefused(entry) || entry.state === 'held_old' || entry.state === 'held_version'
}
