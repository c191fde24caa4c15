import type { AnyRecord, FieldValue, RecordDescription } from '#contract/records/field.ts'
import type { CellMark, RowState } from '#contract/row-source.ts'
import { needsAttention } from '../outbox/attention.ts'
import { carryBase } from '../outbox/base-version.ts'
import { isUnsettled, type StoredOp } from '../outbox/stored-op.ts'

/** A record with the user's own entries on top. `record` null: there is nothing to show. `isHidden`: its delete is on the way, so it stands in no fresh result. */
export interface FoldedRecord {
  readonly record: AnyRecord | null
  readonly marks: Readonly<Record<string, CellMark>>
  readonly state: RowState
  readonly isHidden: boolean
  /** Somebody else deleted the record while edits of it waited here: it is shown as it last stood, until they are decided. */
  readonly isGone?: true
}

/**
 * mirror ⊕ outbox for one record: what the server confirmed with the entries of its lane on top, in their order. An entry the server has taken stays on top
 * until the confirmed record has reached its version, so that nothing flickers between the answer and the pull; after that it adds nothing.
 */
export function foldRecord(
  description: RecordDescription,
  confirmed: { record: AnyRecord | null; version: number },
  entries: readonly StoredOp[],
): FoldedRecord {
  const lost = confirmed.record ? null : lostRecord(entries)
  let folded: FoldedRecord = lost
    ? { record: lost, marks: {}, state: 'deleted', isHidden: false, isGone: true }
    : { record: confirmed.record, marks: {}, state: 'plain', isHidden: false }
  for (const entry of entries) {
    if (entry.ack && entry.ack.version <= confirmed.version) continue
    folded = foldEntry(description, folded, { entry, confirmed: confirmed.record ?? lost })
  }
  return folded
}

function lostRecord(entries: readonly StoredOp[]): AnyRecord | null {
  const lost = entries.find((entry) => entry.lost && isUnsettled(entry))?.lost
  return lost ? (lost as AnyRecord) : null
}

interface Layer {
  entry: StoredOp
  confirmed: AnyRecord | null
}

function foldEntry(description: RecordDescription, under: FoldedRecord, layer: Layer): FoldedRecord {
  const { entry } = layer
  if (entry.kind === 'create') return foldCreate(description, under, layer)
  if (!under.record) return under
  if (entry.kind === 'update') {
    return { ...under, record: laidOver(under.record, entry), marks: { ...under.marks, ...marksOf(layer) } }
  }
  return { ...under, state: 'deleted', isHidden: !needsAttention(entry) }
}

function foldCreate(description: RecordDescription, under: FoldedRecord, layer: Layer): FoldedRecord {
  // The record has come back with a pull before the answer did: what is confirmed is newer.
  if (under.record && under.state !== 'deleted') return under
  const { entry } = layer
  const empty: Record<string, FieldValue> = { id: entry.recordId, version: 0, inserted_at: '', updated_at: '' }
  for (const field of description.fields) empty[field.key] = null
  const record = laidOver(empty as AnyRecord, entry)
  return { record, marks: marksOf(layer), state: entry.ack ? 'plain' : 'new', isHidden: false }
}

function laidOver(record: AnyRecord, entry: StoredOp): AnyRecord {
  const changed: Record<string, FieldValue> = { ...record }
  for (const [key, change] of Object.entries(entry.changes)) changed[key] = change.new
  // HAZARD: a version is the promise that its values were seen. What the server merged into an acknowledged one is not on this screen before the pull.
  changed['version'] = carryBase(record.version, entry)
  return changed as AnyRecord
}

function marksOf({ entry, confirmed }: Layer): Record<string, CellMark> {
  const marks: Record<string, CellMark> = {}
  if (entry.state === 'acked') return marks
  for (const key of Object.keys(entry.changes)) marks[key] = markOf(entry, key, confirmed?.[key] ?? null)
  return marks
}

function markOf(entry: StoredOp, key: string, confirmed: FieldValue): CellMark {
  const mark = { confirmed, opId: entry.opId }
  switch (entry.state) {
    case 'queued':
    case 'acked':
      return { ...mark, state: 'queued' }
    case 'sending':
      return { ...mark, state: 'sending' }
    case 'rejected': {
      const message = entry.problem?.fields?.[key] ?? entry.problem?.message
      return message === undefined ? { ...mark, state: 'refused' } : { ...mark, state: 'refused', message }
    }
    case 'conflict': {
      const conflict = entry.problem?.conflicts?.find((each) => each.field === key)
      if (!conflict) return { ...mark, state: 'held' }
      const { theirs, changed_by: changedBy, changed_at: changedAt } = conflict
      return { ...mark, state: 'conflict', theirs: asFieldValue(theirs), changedBy, changedAt }
    }
    case 'held_auth':
    case 'held_version':
    case 'held_old':
      return { ...mark, state: 'held' }
  }
}

function asFieldValue(value: unknown): FieldValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
