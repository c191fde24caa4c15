import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { isSameNumber } from '#contract/numbers/sealed-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Edit, OutboxEntry } from '#mirror/offline-copy.ts'
import type { Direction, RecordPart } from './action.ts'

/** State of the record at the time of the undo. */
export interface CurrentState {
  /** Includes the user's own unsent edits; null when this device doesn't have the record. */
  readonly row: SourceRow | null
  /** Outbox entries of this record that need the user's decision (refused or in conflict). */
  readonly attention: readonly OutboxEntry[]
}

/**
 * An entry the server refused is undone in the outbox itself; an edit queued behind it would only
 * wait.
 */
export type OutboxRepair =
  | { readonly kind: 'discard'; readonly opId: string }
  | { readonly kind: 'theirs'; readonly opId: string; readonly fields: readonly string[] }

/**
 * `changed`: now holds another value. `gone`: was deleted. `attention`: waits under 확인 필요.
 * `not_here`: not on this device yet.
 */
export interface SkippedField {
  readonly id: string
  readonly caption: string
  readonly field: string | null
  readonly reason: 'changed' | 'gone' | 'attention' | 'not_here'
}

export interface PartPlan {
  readonly edit: Edit | null
  readonly repairs: readonly OutboxRepair[]
  readonly skipped: readonly SkippedField[]
  /** First field that changes; with an edit, null means the whole record. */
  readonly field: string | null
}

/**
 * Plans the ordinary edit that returns one record to its state before the action (undo) or after it
 * (redo). A value already in place needs nothing. A value that matches neither state was changed by
 * someone since and is left out. The edit carries the version and values the decision was based on,
 * so a colleague's change that hasn't reached this device becomes a conflict on the server instead
 * of being overwritten.
 */
export function planPart(part: RecordPart, direction: Direction, current: CurrentState): PartPlan {
  if (part.kind === 'update') return planUpdate(part, direction, current)
  const isCreation = (part.kind === 'create') === (direction === 'redo')
  return isCreation ? planCreation(part, current) : planRemoval(part, direction, current)
}

/**
 * Values that a create may send: without nulls and without fields only the server writes (the path
 * of a picture).
 */
export function pickWritableFields(
  collection: CollectionName,
  record: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  const fields: readonly Field[] = mirroredCollections[collection].fields
  return Object.fromEntries(
    fields.flatMap(({ key, editable }) =>
      record[key] == null || editable === false ? [] : [[key, record[key]] as [string, FieldValue]],
    ),
  )
}

const emptyPlan: PartPlan = { edit: null, repairs: [], skipped: [], field: null }

function planUpdate(
  part: RecordPart & { kind: 'update' },
  direction: Direction,
  { row, attention }: CurrentState,
): PartPlan {
  if (!row || row.state === 'deleted') return skipPart(part, 'gone')
  if (part.version !== undefined && row.record.version < part.version) return skipPart(part, 'not_here')
  const changes: Record<string, { old: FieldValue; new: FieldValue }> = {}
  const skipped: SkippedField[] = []
  const refusedFields = new Map<string, string[]>()
  for (const [field, change] of Object.entries(part.changes)) {
    const [from, to] = direction === 'undo' ? [change.new, change.old] : [change.old, change.new]
    const now = row.record[field] ?? null
    if (isSame(now, to)) continue
    const mark = row.marks[field]
    const isRefused = mark?.state === 'refused' || mark?.state === 'conflict'
    if (!isSame(now, from)) skipped.push(toSkippedField(part, isRefused ? 'attention' : 'changed', field))
    else if (isRefused) refusedFields.set(mark.opId, [...(refusedFields.get(mark.opId) ?? []), field])
    else changes[field] = { old: now, new: to }
  }
  const repairs: OutboxRepair[] = []
  for (const [opId, fields] of refusedFields) {
    const repair = direction === 'undo' ? buildWithdrawal(attention, opId, fields) : null
    if (repair) repairs.push(repair)
    else skipped.push(...fields.map((field) => toSkippedField(part, 'attention', field)))
  }
  const [field = null] = [...Object.keys(changes), ...[...refusedFields.values()].flat()]
  const { collection, id, caption } = part
  const edit: Edit = { kind: 'update', collection, id, caption, baseVersion: row.record.version, changes }
  return { edit: Object.keys(changes).length === 0 ? null : edit, repairs, skipped, field }
}

/** Null when the entry changes more than the action did; then the user has to settle it. */
function buildWithdrawal(
  attention: readonly OutboxEntry[],
  opId: string,
  fields: readonly string[],
): OutboxRepair | null {
  const entry = attention.find((candidate) => candidate.opId === opId)
  if (!entry || entry.kind !== 'update') return null
  if (entry.state === 'conflict') return { kind: 'theirs', opId, fields }
  return Object.keys(entry.changes).every((field) => fields.includes(field)) ? { kind: 'discard', opId } : null
}

/**
 * Undo of a delete or redo of a create. Keeps the record's id, so that earlier actions on it can
 * still be undone.
 */
function planCreation(part: RecordPart & { kind: 'create' | 'delete' }, { row, attention }: CurrentState): PartPlan {
  const refusedDelete = attention.find((entry) => entry.kind === 'delete')
  if (refusedDelete) return { ...emptyPlan, repairs: [{ kind: 'discard', opId: refusedDelete.opId }] }
  if (row && row.state !== 'deleted') return emptyPlan
  if (!part.fields) return skipPart(part, 'not_here')
  const { collection, id, fields } = part
  return { ...emptyPlan, edit: { kind: 'create', collection, id, fields, isRestore: true } }
}

/** Undo of a create or redo of a delete. Keeps a record that someone has edited since. */
function planRemoval(
  part: RecordPart & { kind: 'create' | 'delete' },
  direction: Direction,
  { row, attention }: CurrentState,
): PartPlan {
  const refusedCreate = attention.find((entry) => entry.kind === 'create')
  if (refusedCreate && direction === 'undo')
    return { ...emptyPlan, repairs: [{ kind: 'discard', opId: refusedCreate.opId }] }
  if (!row) return part.fields ? emptyPlan : skipPart(part, 'not_here')
  if (row.state === 'deleted') return emptyPlan
  if (attention.length > 0) return skipPart(part, 'attention')
  if (!isAsWritten(part, row.record)) return skipPart(part, 'changed')
  const { collection, id, caption } = part
  return { ...emptyPlan, edit: { kind: 'delete', collection, id, caption, baseVersion: row.record.version } }
}

function isAsWritten(part: RecordPart & { kind: 'create' | 'delete' }, record: AnyRecord): boolean {
  // The values of this imported row never reached the log; version 1 is what the import wrote.
  if (!part.fields) return record.version === 1
  const now = pickWritableFields(part.collection, record)
  const written = pickWritableFields(part.collection, part.fields)
  const keys = new Set([...Object.keys(now), ...Object.keys(written)])
  return [...keys].every((key) => isSame(now[key] ?? null, written[key] ?? null))
}

/** A number that was sent sealed comes back as its reference (numbers/sealed-number.ts). */
function isSame(a: FieldValue, b: FieldValue): boolean {
  return a === b || isSameNumber(a, b)
}

function skipPart(part: RecordPart, reason: SkippedField['reason']): PartPlan {
  return { ...emptyPlan, skipped: [toSkippedField(part, reason, null)] }
}

function toSkippedField(
  { id, caption }: RecordPart,
  reason: SkippedField['reason'],
  field: string | null,
): SkippedField {
  return { id, caption, field, reason }
}
