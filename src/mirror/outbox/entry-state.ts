import { isUnsettled, type OpState, type StoredOp } from './stored-op.ts'

/**
 * The server refused it, or somebody else changed the same field; it waits for the user's decision.
 */
export function isRefused({ state }: { readonly state: OpState }): boolean {
  return state === 'rejected' || state === 'conflict'
}

/**
 * Only the user can resolve it: refused, a month old, or waiting for a newer version of the app.
 * Screen, badge and status line count by this.
 */
export function needsAttention(entry: { readonly state: OpState }): boolean {
  return isRefused(entry) || entry.state === 'held_old' || entry.state === 'held_version'
}

/** Put back because the server has lost it (restore-lost.ts), and not decided yet. */
export function isLost({ state, wasAcked }: Pick<StoredOp, 'state'> & { readonly wasAcked?: true }): boolean {
  return wasAcked === true && state === 'rejected'
}

/** The server no longer has the record, so sending the entry again would fail again. */
export function isRefusedAsGone({ kind, state, problem }: Pick<StoredOp, 'kind' | 'state' | 'problem'>): boolean {
  return kind !== 'create' && state === 'rejected' && problem?.code === 'not_found'
}

/**
 * The waiting entries of a lane whose record was deleted, up to one that creates it again. Empty
 * when it isn't deleted.
 */
export function editsOfGone(lane: readonly StoredOp[]): readonly StoredOp[] {
  const open = lane.filter(isUnsettled)
  if (!open[0] || !isRefusedAsGone(open[0])) return []
  const createIndex = open.findIndex(({ kind }) => kind === 'create')
  return createIndex === -1 ? open : open.slice(0, createIndex)
}

/**
 * Whether an entry is shown as one piece of work with the previous one of its record: edits of a
 * deleted record are decided together, and further edits of something unsent are one edit to their
 * author.
 *
 * HAZARD: this is for display only. Two entries must not be merged once the first was tried: an
 * attempt without an answer looks the same whether it failed or arrived and lost its answer. The
 * server may have stored the first body under its opId; another body under the same opId is refused
 * (op_reused), and under a new one the first would take effect twice. Entries that were never tried
 * do merge (coalesce.ts).
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
