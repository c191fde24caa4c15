import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { isRefused } from '../entry-state.ts'
import { isSameValue } from '../sending/merge-conflict.ts'
import type { SentRow } from '../outbox-database.ts'
import { isNeverSent, isUnsettled, combineChanges, type StoredOp } from '../stored-op.ts'

/** One record after a full copy from a server that may have been restored from a backup. */
export interface LostRecord {
  readonly collection: CollectionName
  /** Acknowledged edits that the server does not know, in order; at least one. */
  readonly lost: readonly SentRow[]
  /** Later acknowledged edits that the server knows. */
  readonly known: readonly SentRow[]
  /** Entries of the outbox, all made after the lost edits. */
  readonly lane: readonly StoredOp[]
  /** The record on the server; null when it has none. */
  readonly current: AnyRecord | null
}

/** The one edit that restores everything lost of a record. */
export interface JoinedEdit {
  readonly kind: StoredOp['kind']
  readonly changes: StoredOp['changes']
  readonly baseVersion: number
  /** It updates a record that the server does not have. */
  readonly isGone: boolean
  /** Waiting entries it absorbs. */
  readonly absorbed: readonly StoredOp[]
}

/**
 * `nothing`: nothing is missing or wanted any more. `later`: an entry of the record is in transit;
 * its outcome decides.
 */
export type JoinedLoss = { kind: 'nothing' } | { kind: 'later' } | { kind: 'edit'; edit: JoinedEdit }

const noLoss: JoinedLoss = { kind: 'nothing' }

/**
 * Joins lost edits of a record: a create with its updates is one create, updates are one update
 * with the last values, after a delete only the delete counts. Leaves out fields that a later edit
 * writes and values that are already there; the server's current values become the old ones.
 */
export function joinLost(record: LostRecord): JoinedLoss {
  const { known, lane, current } = record
  const later = [...known, ...lane]
  const merged = mergeLost(record.lost)
  // A later deletion or recreation has decided about all of it.
  if (later.some(({ kind }) => kind !== 'update')) return noLoss
  if (merged.kind === 'delete') return current ? edit({ kind: 'delete', changes: {}, current }) : noLoss
  if (merged.kind === 'create' && !current) return joinedCreate(record, merged.changes)
  const remaining = Object.entries(merged.changes).filter(
    ([key]) => !later.some(({ changes }) => Object.hasOwn(changes, key)),
  )
  if (!current)
    return remaining.length === 0 ? noLoss : edit({ kind: 'update', changes: Object.fromEntries(remaining), current })
  const differing = remaining
    .map(([key, change]) => [key, { old: current[key] ?? null, new: change.new }] as const)
    .filter(([key, change]) => !isSameValue(record, key, [change.old, change.new]))
  return differing.length === 0 ? noLoss : edit({ kind: 'update', changes: Object.fromEntries(differing), current })
}

type MergedEdit = Pick<SentRow, 'kind' | 'changes'>

function mergeLost(lost: readonly SentRow[]): MergedEdit {
  return lost.reduce<MergedEdit>(
    (before, { kind, changes }) =>
      kind === 'update' ? { kind: before.kind, changes: combineChanges(before.changes, changes) } : { kind, changes },
    { kind: 'update', changes: {} },
  )
}

/**
 * Waiting updates cannot precede the create of their record, so it absorbs them, unless they may be
 * in transit.
 */
function joinedCreate({ lane }: LostRecord, changes: SentRow['changes']): JoinedLoss {
  const absorbed = lane.filter(isUnsettled)
  if (!absorbed.every(canAbsorb)) return { kind: 'later' }
  const values = absorbed.reduce((before, { changes: after }) => combineChanges(before, after), changes)
  const created = Object.fromEntries(
    Object.entries(values).map(([key, change]) => [key, { old: null, new: change.new }]),
  )
  return edit({ kind: 'create', changes: created, current: null }, absorbed)
}

function canAbsorb(op: StoredOp): boolean {
  return isNeverSent(op) || (isRefused(op) && op.isFateKnown)
}

function edit(
  { current, ...rest }: MergedEdit & { current: AnyRecord | null },
  absorbed: readonly StoredOp[] = [],
): JoinedLoss {
  const isGone = rest.kind === 'update' && current === null
  return { kind: 'edit', edit: { ...rest, baseVersion: current?.version ?? 0, isGone, absorbed } }
}
