import type { FieldValue } from '#contract/books/field.ts'
import { requiredFault } from '#contract/books/record-schema.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { checkInRow } from '../cells/cell-text.ts'
import type { Parsed } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { CellChange, EditAction, EntryDraft } from '../editing/edit-action.ts'
import { pastedValue } from './pasted-value.ts'
import type { WrittenCell } from './pasted-value.ts'

/** One cell to be written. `row` is null beyond the last row of the result. */
export interface Write {
  readonly rowIndex: number
  readonly row: SourceRow | null
  readonly column: Column
  readonly cell: WrittenCell
}

/** A dry run: what an action would do, before anything is done. */
export interface WritePlan {
  readonly kind: EditAction['kind']
  readonly changes: readonly PlannedChange[]
  readonly newRows: readonly EntryDraft[]
  readonly rejected: readonly Rejected[]
  /** Cells that hold the value already. */
  readonly unchanged: number
  /** Cells beyond the last column. */
  readonly beyondColumns: number
  /** Rows beyond the last row that become no record, because the screen makes none of them or one was refused. */
  readonly beyondRows: number
}

export interface PlannedChange extends CellChange {
  readonly rowIndex: number
  readonly column: Column
}

export interface Rejected {
  readonly rowIndex: number
  readonly column: Column
  readonly text: string
  readonly reason: string
}

export interface PlanFacts {
  readonly kind: EditAction['kind']
  readonly today: string
  readonly takesNewRows: boolean
  /** Columns of which a new record must have a value. */
  readonly columns: readonly Column[]
  readonly isEditable: (row: SourceRow, column: Column) => boolean
  /** The value that stands in the cell, one on its way included. */
  readonly standing: (row: SourceRow, column: Column) => FieldValue
  readonly beyondColumns?: number
}

/** More cells than these are not emptied unseen. */
const maxClearedUnseen = 200

/**
 * Whether a person has to see the plan first. What is all right asks nothing, however much it is, because it is taken back as one; something refused, something
 * beyond the edge or records to be made ask. Many cells to be emptied do too, and cells that cannot be empty are just left.
 */
export function needsPreview(plan: WritePlan): boolean {
  if (plan.kind === 'clear') return plan.changes.length > maxClearedUnseen
  return plan.rejected.length > 0 || plan.newRows.length > 0 || plan.beyondRows > 0 || plan.beyondColumns > 0
}

/** Judges every cell by the rules of its column. Of two writes to one cell the later counts. */
export function planWrites(writes: readonly Write[], facts: PlanFacts): WritePlan {
  const read = valueReader(facts.today)
  const changes = new Map<string, PlannedChange>()
  const rejected: Rejected[] = []
  let unchanged = 0
  for (const write of writes) {
    const { row, rowIndex, column } = write
    if (!row) continue
    const name = `${column.key} ${row.id}`
    changes.delete(name)
    const parsed = facts.isEditable(row, column) ? checkInRow(column, row, read(column, write.cell)) : readOnly
    const old = facts.standing(row, column)
    if (!parsed.ok) rejected.push({ rowIndex, column, text: write.cell.text, reason: parsed.message })
    else if (parsed.value === old) unchanged += 1
    else changes.set(name, { row, rowIndex, column, key: column.key, old, new: parsed.value })
  }
  const made = planNewRows(writes, facts, read)
  return {
    kind: facts.kind,
    changes: [...changes.values()],
    newRows: made.drafts,
    rejected: [...rejected, ...made.rejected],
    unchanged,
    beyondColumns: facts.beyondColumns ?? 0,
    beyondRows: made.left,
  }
}

/** The one action that carries out a plan. */
export function actionOf(plan: WritePlan): EditAction {
  const changes = plan.changes.map(({ row, key, old, new: value }) => ({ row, key, old, new: value }))
  return plan.newRows.length > 0 ? { kind: plan.kind, changes, newRows: plan.newRows } : { kind: plan.kind, changes }
}

type Read = (column: Column, cell: WrittenCell) => Parsed

const readOnly: Parsed = { ok: false, message: '수정할 수 없는 셀입니다.' }

function planNewRows(writes: readonly Write[], facts: PlanFacts, read: Read) {
  const byRow = new Map<number, Write[]>()
  for (const write of writes) {
    if (write.row) continue
    const row = byRow.get(write.rowIndex)
    if (row) row.push(write)
    else byRow.set(write.rowIndex, [write])
  }
  const drafts: EntryDraft[] = []
  const rejected: Rejected[] = []
  // A row of empty cells only is a row that Excel marked beyond its data.
  const rows = [...byRow.values()].filter((row) => row.some((write) => write.cell.text.trim() !== ''))
  if (!facts.takesNewRows) return { drafts, rejected, left: rows.length }
  for (const row of rows) {
    const draft = draftOf(row, facts, read)
    if ('rejected' in draft) rejected.push(...draft.rejected)
    else drafts.push(draft.draft)
  }
  return { drafts, rejected, left: rows.length - drafts.length }
}

/** A record is made whole or not at all. */
function draftOf(
  row: readonly Write[],
  facts: PlanFacts,
  read: Read,
): { draft: EntryDraft } | { rejected: Rejected[] } {
  const draft: Record<string, FieldValue> = {}
  const rejected: Rejected[] = []
  for (const write of row) {
    const { rowIndex, column, cell } = write
    if (!column.isEditable && cell.text.trim() === '') continue
    const parsed = column.isEditable ? checkInRow(column, write.row, read(column, cell)) : readOnly
    if (parsed.ok) draft[column.key] = parsed.value
    else rejected.push({ rowIndex, column, text: cell.text, reason: parsed.message })
  }
  const [first] = row
  const named = new Set(row.map((write) => write.column.key))
  for (const column of facts.columns) {
    const isMissing = column.isEditable && column.field.required === true && !named.has(column.key)
    if (isMissing && first)
      rejected.push({ rowIndex: first.rowIndex, column, text: '', reason: requiredFault(column.field, 'made') })
  }
  return rejected.length > 0 ? { rejected } : { draft }
}

/** Columns repeat themselves: what was read once is not read again, which makes 100,000 cells a matter of a moment. */
function valueReader(today: string): Read {
  const known = new Map<Column, Map<string, Parsed>>()
  return (column, cell) => {
    const ofColumn = known.get(column) ?? new Map<string, Parsed>()
    known.set(column, ofColumn)
    const { raw } = cell
    const name = raw
      ? `${raw.from.kind} ${raw.from.refers ?? ''} ${typeof raw.value} ${String(raw.value)} ${cell.text}`
      : cell.text
    const before = ofColumn.get(name)
    if (before) return before
    const parsed = pastedValue(column, cell, today)
    ofColumn.set(name, parsed)
    return parsed
  }
}
