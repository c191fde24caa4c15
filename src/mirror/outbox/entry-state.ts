import { isUnsettled, type OpState, type StoredOp } from './stored-op.ts'

/** The server turned it down, or somebody else changed the same field: it stays until the user decides. */
export function isRefused({ state }: { readonly state: OpState }): boolean {
  return state === 'rejected' || state === 'conflict'
}

/** What only the user can end: refused, a month old, or waiting for a newer version of the app. Screen, badge and status line count by this. */
export function needsAttention(entry: { readonly state: OpState }): boolean {
  return isRefused(entry) || entry.state === 'held_old' || entry.state === 'held_version'
}

/** Put back because the server has lost it (put-back-lost.ts), and not decided yet. */
export function isLost({ state, wasAcked }: Pick<StoredOp, 'state'> & { readonly wasAcked?: true }): boolean {
  return wasAcked === true && state === 'rejected'
}

/** The server has no such record (any more): sent again, the entry would be refused again. */
export function isRefusedAsGone({ kind, state, problem }: Pick<StoredOp, 'kind' | 'state' | 'problem'>): boolean {
  return kind !== 'create' && state === 'rejected' && problem?.code === 'not_found'
}

/** The waiting entries of a lane that can do nothing, because their record is gone: all of them, up to one that makes it again. Empty when it is not gone. */
export function editsOfGone(lane: readonly StoredOp[]): readonly StoredOp[] {
  const open = lane.filter(isUnsettled)
  if (!open[0] || !isRefusedAsGone(open[0])) return []
  const again = open.findIndex(({ kind }) => kind === 'create')
  return again === -1 ? open : open.slice(0, again)
}

/**
 * Whether an entry stands with the one of its record before it, as one piece of work: edits of a record that is gone are decided together, and a further edit of what
 * waits unsent is to its author one edit.
 *
 * HAZARD: standing together is for the eye only. Two entries of which the first was tried must not be merged: an attempt without an answer, be it for want of a
 * network, looks the same as one that arrived and whose answer was lost. The server may have written the first body under its opId; with another body the same opId
 * is refused (op_reused), and under a fresh one the first would take effect twice. Entries that were never tried do merge (coalesce.ts).
 */
export function isJoined(lane: readonly StoredOp[], op: StoredOp): boolean {
  if (lane.length < 2) return false
  if (editsOfGone(lane).findIndex(({ seq }) => seq === op.seq) > 0) return true
  const open = lane.filter(isUnsettled)
  const at = open.findIndex(({ seq }) => seq === op.seq)
  const before = open[at - 1]
  if (!before || before.kind === 'delete' || op.kind !== 'update') return false
  return isWaiting(before) && isWaiting(op) && !open.slice(0, at).some(needsAttention)
}

function isWaiting({ state }: StoredOp): boolean {
  return state === 'queued' || state === 'held_auth'
}
