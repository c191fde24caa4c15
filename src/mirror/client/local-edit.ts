import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { CellMark, SourceRow } from '#contract/row-source.ts'
import type { Edit } from '../offline-copy.ts'

/** An edit of this page that stands in the outbox and that the engine may not have heard of yet. */
export interface LocalEdit {
  readonly id: string
  readonly opId: string
  /** The outbox as of this edit; rows built from it or later already show it. */
  readonly stamp: number
  readonly edit: Edit
}

/** The row as it looks with the edit waiting on top. */
export function layEditOver(row: SourceRow, { edit, opId }: LocalEdit): SourceRow {
  if (edit.kind === 'delete') return { ...row, state: 'deleted' }
  if (edit.kind === 'create') return row.state === 'deleted' ? { ...row, state: 'plain' } : row
  const record: Record<string, FieldValue> = { ...row.record }
  const marks: Record<string, CellMark> = { ...row.marks }
  for (const [key, change] of Object.entries(edit.changes)) {
    const confirmed = row.marks[key]?.confirmed ?? row.record[key] ?? null
    record[key] = change.new
    marks[key] = { state: 'queued', confirmed: row.marks[key] ? row.marks[key].confirmed : confirmed, opId }
  }
  return { ...row, record: record as AnyRecord, marks }
}
