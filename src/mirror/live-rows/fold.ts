import { mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import type { CellMark, RowState, SourceRow } from '#contract/records/row-source.ts'
import { listDecidedTogether } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { rebaseVersion } from '#mirror/outbox/base-version.ts'
import { isUnsettled, needsAttention, parseFieldValue, type StoredEntry } from '#mirror/outbox/stored-entry.ts'

/**
 * A record with the user's own entries applied. `record` null: there is nothing to show.
 * `isHidden`: its delete is pending, so it is in no new result.
 */
export interface FoldedRecord {
  readonly record: AnyRecord | null
  readonly marks: Readonly<Record<string, CellMark>>
  readonly state: RowState
  readonly isHidden: boolean
  /**
   * Somebody else deleted the record while edits of it waited here; it is shown with its last
   * values until they are decided.
   */
  readonly isGone?: true
}

/** The part of an outbox entry needed to show it. */
type FoldedEntry = Pick<
  StoredEntry,
  'recordId' | 'collection' | 'opId' | 'changes' | 'state' | 'problem' | 'ack' | 'request'
> & {
  /** `restore`: cancels a delete below it. */
  readonly kind: StoredEntry['kind'] | 'restore'
}

/** An edit of this page in the outbox that the engine may not know yet. */
export interface LocalEdit {
  readonly opId: string
  /** The outbox version of this edit; rows built from it or later already show it. */
  readonly stamp: number
  readonly edit: Edit
}

/**
 * mirror ⊕ outbox for one record: the confirmed record with the entries of its lane applied in
 * order. An acknowledged entry stays applied until the confirmed record reaches its version, so
 * nothing flickers between response and pull.
 */
export function foldRecord(
  confirmed: { record: AnyRecord | null; version: number },
  entries: readonly StoredEntry[],
): FoldedRecord {
  const lostRow = confirmed.record ? null : findLostRecord(entries)
  const bottom: FoldedRecord = lostRow
    ? { record: lostRow, marks: {}, state: 'deleted', isHidden: false, isGone: true }
    : { record: confirmed.record, marks: {}, state: 'plain', isHidden: false }
  const waiting = entries.filter(({ ack }) => !ack || ack.version > confirmed.version)
  return waiting.reduce(foldEntry, bottom)
}

/**
 * The engine's row with newer edits of this page applied, as the engine will show it once it knows
 * them.
 */
export function foldEdits(row: SourceRow, edits: readonly LocalEdit[]): SourceRow {
  const under: FoldedRecord = { ...row, isHidden: false }
  const { record, marks, state } = edits.map(toFoldedEntry).reduce(foldEntry, under)
  return { ...row, record: record ?? row.record, marks, state }
}

function toFoldedEntry({ opId, edit }: LocalEdit): FoldedEntry {
  const waiting = {
    recordId: edit.id,
    collection: edit.collection,
    opId,
    state: 'queued',
    problem: null,
    ack: null,
    request: null,
  } as const
  if (edit.kind === 'update') return { ...waiting, kind: 'update', changes: edit.changes }
  // A create for a record that already has a row restores a deleted one.
  return { ...waiting, kind: edit.kind === 'create' ? 'restore' : 'delete', changes: {} }
}

function findLostRecord(entries: readonly StoredEntry[]): AnyRecord | null {
  const lostRow = entries.find((entry) => entry.lost && isUnsettled(entry))?.lost
  return lostRow ? (lostRow as AnyRecord) : null
}

function foldEntry(under: FoldedRecord, entry: FoldedEntry): FoldedRecord {
  if (entry.kind === 'create') return foldCreate(under, entry)
  if (!under.record) return under
  switch (entry.kind) {
    case 'update':
      return {
        ...under,
        record: applyEntry(under.record, entry),
        marks: { ...under.marks, ...buildMarks(under, entry) },
      }
    case 'delete':
      return { ...under, state: 'deleted', isHidden: !needsAttention(entry) }
    case 'restore':
      return { ...under, state: under.state === 'deleted' ? 'plain' : under.state, isHidden: false }
  }
}

function foldCreate(under: FoldedRecord, entry: FoldedEntry): FoldedRecord {
  // The record was pulled before the response arrived; the confirmed one is newer.
  if (under.record && under.state !== 'deleted') return under
  const empty: Record<string, FieldValue> = { id: entry.recordId, version: 0, inserted_at: '', updated_at: '' }
  for (const { key } of mirroredCollections[entry.collection].fields) empty[key] = null
  const record = applyEntry(empty as AnyRecord, entry)
  const state = entry.ack ? 'plain' : 'new'
  return { record, marks: buildMarks(under, entry), state, isHidden: false }
}

function applyEntry(record: AnyRecord, entry: FoldedEntry): AnyRecord {
  const changed: Record<string, FieldValue> = { ...record }
  for (const [key, change] of Object.entries(entry.changes)) changed[key] = change.new
  // HAZARD: a version promises that its values were seen. Values the server merged into an
  // acknowledged entry are not on this screen before the pull.
  changed['version'] = rebaseVersion(record.version, entry)
  return changed as AnyRecord
}

function buildMarks(under: FoldedRecord, entry: FoldedEntry): Record<string, CellMark> {
  const marks: Record<string, CellMark> = {}
  if (entry.state === 'acked') return marks
  for (const key of Object.keys(entry.changes)) marks[key] = buildMark(entry, key, findConfirmed(under, key))
  return marks
}

/**
 * The confirmed value below: from a mark if there is one; a value without a mark is itself
 * confirmed, possibly only by a response.
 */
function findConfirmed({ record, marks }: FoldedRecord, key: string): FieldValue {
  const mark = marks[key]
  return mark ? mark.confirmed : (record?.[key] ?? null)
}

function buildMark(entry: FoldedEntry, key: string, confirmed: FieldValue): CellMark {
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
      const conflict = entry.problem?.conflicts?.find((fieldConflict) => fieldConflict.field === key)
      if (!conflict) return { ...mark, state: 'held' }
      const { theirs, changed_by: changedBy, changed_at: changedAt } = conflict
      const together = listConflictsTogether(entry, key)
      return {
        ...mark,
        state: 'conflict',
        theirs: parseFieldValue(theirs, null),
        changedBy,
        changedAt,
        ...(together.length > 1 && { together }),
      }
    }
    case 'held_auth':
    case 'held_version':
    case 'held_old':
      return { ...mark, state: 'held' }
  }
}

function listConflictsTogether({ collection, problem }: FoldedEntry, key: string): NonNullable<CellMark['together']> {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return listDecidedTogether(bookRules[collection], key).flatMap((relatedKey) => {
    const conflict = problem?.conflicts?.find(({ field }) => field === relatedKey)
    const label = fields.find((field) => field.key === relatedKey)?.label ?? relatedKey
    return conflict ? [{ key: relatedKey, label, theirs: parseFieldValue(conflict.theirs, null) }] : []
  })
}
