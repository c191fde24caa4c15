import type { StoredOp } from './stored-op.ts'

/**
 * An edit that the server acknowledged and that has left the outbox: what it takes to enter it again, should the server be restored from a backup that does not
 * hold it. What it depended on is found anew then.
 */
export interface SentRow extends Pick<
  StoredOp,
  'opId' | 'seq' | 'kind' | 'collection' | 'recordId' | 'changes' | 'caption' | 'actId' | 'createdAt'
> {
  /** When it left the outbox, by this device's clock. */
  readonly ackedAt: number
}

export function sentRowOf(op: StoredOp, ackedAt: number): SentRow {
  const { opId, seq, kind, collection, recordId, changes, caption, actId, createdAt } = op
  return { opId, seq, kind, collection, recordId, changes, caption, actId, createdAt, ackedAt }
}
