import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { isSamePersonNumber } from '#contract/person-numbers/sealed-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Edit, EntryView } from '#mirror/offline-copy.ts'
import type { Direction, RecordChange } from './action.ts'
import { pickWritableFields } from './writable-fields.ts'

/** State of the record at the time of the undo. */
interface CurrentState {
  /** Includes the user's own unsent edits; null when this device doesn't have the record. */
  readonly row: SourceRow | null
  /** Outbox entries of this record that need the user's decision (refused or in conflict). */
  readonly attention: readonly EntryView[]
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

export interface ChangePlan {
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
export function planRecordChange(change: RecordChange, direction: Direction, current: CurrentState): ChangePlan {
  if (change.kind === 'update') return planUpdate(change, direction, current)
  const isCreation = (change.kind === 'create') === (direction === 'redo')
  return isCreation ? planCreation(change, current) : planRemoval(change, direction, current)
}

const emptyPlan: ChangePlan = { edit: null, repairs: [], skipped: [], field: null }

function planUpdate(
  change: RecordChange & { kind: 'update' },
  direction: Direction,
  { row, attention }: CurrentState,
): ChangePlan {
  if (!row || row.state === 'deleted') return skipChange(change, 'gone')
  if (change.version !== undefined && row.record.version < change.version) return skipChange(change, 'not_here')
  const changes: Record<string, { old: FieldValue; new: FieldValue }> = {}
  const skipped: SkippedField[] = []
  const refusedFields = new Map<string, string[]>()
  for (const [field, fieldChange] of Object.entries(change.changes)) {
    const [from, to] = direction === 'undo' ? [fieldChange.new, fieldChange.old] : [fieldChange.old, fieldChange.new]
    const currentValue = row.record[field] ?? null
    if (isSame(currentValue, to)) continue
    const mark = row.marks[field]
    const isRefused = mark?.state === 'refused' || mark?.state === 'conflict'
    if (!isSame(currentValue, from)) skipped.push(toSkippedField(change, isRefused ? 'attention' : 'changed', field))
    else if (isRefused) refusedFields.set(mark.opId, [...(refusedFields.get(mark.opId) ?? []), field])
    else changes[field] = { old: currentValue, new: to }
  }
  const repairs: OutboxRepair[] = []
  for (const [opId, fields] of refusedFields) {
    const repair = direction === 'undo' ? buildWithdrawal(attention, opId, fields) : null
    if (repair) repairs.push(repair)
    else skipped.push(...fields.map((field) => toSkippedField(change, 'attention', field)))
  }
  const [field = null] = [...Object.keys(changes), ...[...refusedFields.values()].flat()]
  const { collection, id, caption } = change
  const edit: Edit = { kind: 'update', collection, id, caption, baseVersion: row.record.version, changes }
  return { edit: Object.keys(changes).length === 0 ? null : edit, repairs, skipped, field }
}

/** Null when the entry changes more than the action did; then the user has to settle it. */
function buildWithdrawal(
  attention: readonly EntryView[],
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
function planCreation(
  change: RecordChange & { kind: 'create' | 'delete' },
  { row, attention }: CurrentState,
): ChangePlan {
  const refusedDelete = attention.find((entry) => entry.kind === 'delete')
  if (refusedDelete) return { ...emptyPlan, repairs: [{ kind: 'discard', opId: refusedDelete.opId }] }
  if (row && row.state !== 'deleted') return emptyPlan
  if (!change.fields) return skipChange(change, 'not_here')
  const { collection, id, fields } = change
  return { ...emptyPlan, edit: { kind: 'create', collection, id, fields, isRestore: true } }
}

/** Undo of a create or redo of a delete. Keeps a record that someone has edited since. */
function planRemoval(
  change: RecordChange & { kind: 'create' | 'delete' },
  direction: Direction,
  { row, attention }: CurrentState,
): ChangePlan {
  const refusedCreate = attention.find((entry) => entry.kind === 'create')
  if (refusedCreate && direction === 'undo')
    return { ...emptyPlan, repairs: [{ kind: 'discard', opId: refusedCreate.opId }] }
  if (!row) return change.fields ? emptyPlan : skipChange(change, 'not_here')
  if (row.state === 'deleted') return emptyPlan
  if (attention.length > 0) return skipChange(change, 'attention')
  if (!isAsWritten(change, row.record)) return skipChange(change, 'changed')
  const { collection, id, caption } = change
  return { ...emptyPlan, edit: { kind: 'delete', collection, id, caption, baseVersion: row.record.version } }
}

function isAsWritten(change: RecordChange & { kind: 'create' | 'delete' }, record: AnyRecord): boolean {
  // The values of this imported row never reached the log; version 1 is what the import wrote.
  if (!change.fields) return record.version === 1
  const currentValue = pickWritableFields(change.collection, record)
  const writtenValue = pickWritableFields(change.collection, change.fields)
  const keys = new Set([...Object.keys(currentValue), ...Object.keys(writtenValue)])
  return [...keys].every((key) => isSame(currentValue[key] ?? null, writtenValue[key] ?? null))
}

/** A number that was sent sealed comes back as its reference (person-numbers/sealed-number.ts). */
function isSame(a: FieldValue, b: FieldValue): boolean {
  return a === b || isSamePersonNumber(a, b)
}

function skipChange(change: RecordChange, reason: SkippedField['reason']): ChangePlan {
  return { ...emptyPlan, skipped: [toSkippedField(change, reason, null)] }
}

function toSkippedField(
  { id, caption }: RecordChange,
  reason: SkippedField['reason'],
  field: string | null,
): SkippedField {
  return { id, caption, field, reason }
}
