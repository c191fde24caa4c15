import type { CollectionName } from '#contract/books/collections.ts'
import { bookRules } from '#domain/books/books.ts'
import { isNeverSent, combineChanges, type NewOp, type StoredOp } from '../stored-op.ts'

/**
 * `add`: becomes an entry. `replace`: merged into the existing entry. `vanish`: nothing is left to
 * send.
 */
export type Coalesced = { kind: 'add' } | { kind: 'replace'; op: StoredOp } | { kind: 'vanish'; op: StoredOp }

/**
 * Merges a new entry into the last one of its lane where possible. Only an entry that was never
 * sent may change, because the server may already have the others. Sending the merged entries has
 * the same result as sending the originals.
 *
 * `canMoveForward` false: the new entry depends on something enqueued after `last`, so it may not
 * take `last`'s place in the order.
 */
export function coalesceEntries(last: StoredOp | undefined, next: NewOp, canMoveForward: boolean): Coalesced {
  if (!last || !canMoveForward || !isNeverSent(last) || !mayChange(last)) return { kind: 'add' }
  if (last.kind === 'delete' || next.kind === 'create') return { kind: 'add' }
  const dependsOn = [...new Set([...last.dependsOn, ...next.dependsOn])]
  const baseVersion = Math.min(last.baseVersion, next.baseVersion)
  if (next.kind === 'update') {
    const changes = mergeChanges(last, next)
    if (last.kind === 'update' && Object.keys(changes).length === 0) return { kind: 'vanish', op: last }
    return { kind: 'replace', op: { ...last, baseVersion, changes, dependsOn } }
  }
  if (last.kind === 'create') return { kind: 'vanish', op: last }
  const caption = next.caption || last.caption
  const takenUp = { changes: last.changes, baseVersion: last.baseVersion, dependsOn: last.dependsOn }
  return { kind: 'replace', op: { ...last, kind: 'delete', baseVersion, changes: {}, caption, dependsOn, takenUp } }
}

/**
 * Restores a deleted record. While its delete is unsent, nothing needs to be sent: the delete is
 * removed and the edit it replaced comes back. Once the delete may have been sent, the record is
 * created again after it.
 */
export function cancelDelete(last: StoredOp | undefined): Coalesced {
  if (last?.kind !== 'delete' || !isNeverSent(last) || !mayChange(last)) return { kind: 'add' }
  const { takenUp, ...rest } = last
  if (!takenUp) return { kind: 'vanish', op: last }
  return { kind: 'replace', op: { ...rest, kind: 'update', ...takenUp } }
}

function mayChange(op: StoredOp): boolean {
  return op.state === 'queued' || op.state === 'held_auth' || op.state === 'held_old'
}

/** A create keeps every field; an update drops fields that are back at their old value. */
function mergeChanges(last: StoredOp, next: NewOp): StoredOp['changes'] {
  const merged = Object.entries(combineChanges(last.changes, next.changes))
  if (last.kind === 'create')
    return Object.fromEntries(merged.map(([key, { new: value }]) => [key, { old: null, new: value }]))
  return withoutUnchanged(last.collection, Object.fromEntries(merged))
}

/**
 * The changes that have an effect. A derived field that keeps its value while its source changes
 * counts (a tax set back by hand after its fee), because the server would derive it again if it
 * were left out.
 */
export function withoutUnchanged(collection: CollectionName, changes: StoredOp['changes']): StoredOp['changes'] {
  const { follows = [] } = bookRules[collection]
  const isChanged = (key: string) => changes[key] !== undefined && changes[key].old !== changes[key].new
  const isDerivedChange = (key: string) => follows.some((one) => one.key === key && isChanged(one.of))
  return Object.fromEntries(Object.entries(changes).filter(([key]) => isChanged(key) || isDerivedChange(key)))
}
