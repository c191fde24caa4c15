import type { FieldValue } from '#contract/books/field.ts'
import { formatRequiredError } from '#contract/books/record-schema.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import { checkInRow, checkValue, parseEntry, type ParseResult } from '../cells/cell-text.ts'
import type { Column, EntryLine } from '../data-table-props.ts'
import type { CellChange, EditAction, EntryLineDraft } from '../editing/edit-action.ts'
import type { CopiedColumn } from './clipboard-html.ts'

/** A cell to write. `row` is null beyond the last row of the result. */
export interface PlannedWrite {
  readonly rowIndex: number
  readonly row: SourceRow | null
  readonly column: Column
  readonly cell: PastedCell
}

/** A dry run: everything an action would do. */
export interface WritePlan {
  readonly kind: EditAction['kind']
  readonly changes: readonly PlannedChange[]
  readonly newRows: readonly EntryLineDraft[]
  readonly refused: readonly RefusedCell[]
  /** Cells that already hold the value. */
  readonly unchanged: number
  /** Cells beyond the last column. */
  readonly beyondColumns: number
  /** Rows beyond the last row, where the screen creates no records. */
  readonly beyondRows: number
  /** Rows that become no record because one of their cells was refused. */
  readonly refusedRows: number
}

/** What a plan is made of, to plan again once a missing record exists. */
export interface PlanSource extends Pick<PlanOptions, 'kind' | 'beyondColumns' | 'entryLine'> {
  readonly writes: readonly PlannedWrite[]
  /** Runs when the plan has been applied. */
  readonly after?: () => void
}

/** A name in a plan that no record has, though its column can create one. */
export interface MissingName {
  readonly column: Column
  readonly name: string
}

export interface PlannedChange extends CellChange {
  readonly rowIndex: number
  readonly column: Column
}

export interface RefusedCell {
  readonly rowIndex: number
  readonly column: Column
  readonly text: string
  readonly reason: string
}

export interface PlanOptions {
  readonly kind: EditAction['kind']
  readonly today: string
  readonly canAddRows: boolean
  /** The table's columns, to find values a new record must have. */
  readonly columns: readonly Column[]
  readonly isEditable: (row: SourceRow, column: Column) => boolean
  /** The cell's current value, including a pending one. */
  readonly getCurrent: (row: SourceRow, column: Column) => FieldValue
  readonly beyondColumns?: number
  /** The entry line that was pasted into; it fills the columns missing in the paste. */
  readonly entryLine?: EntryLineValues
}

export interface EntryLineValues {
  /** Values typed or carried over. */
  readonly draft: EntryLineDraft
  /** Adds the values that follow from field `key`. */
  readonly derive?: EntryLine['derive'] | undefined
}

/** Clearing more cells than this needs a preview. */
const maxClearedWithoutPreview = 200

/**
 * Whether the user must see the plan first. Valid changes need no preview, however many, because
 * one undo reverts them. Refused cells, cells beyond the edge and new records do. So does clearing
 * many cells; cells that cannot be empty are just skipped.
 */
export function needsPreview(plan: WritePlan): boolean {
  if (plan.kind === 'clear') return plan.changes.length > maxClearedWithoutPreview
  return plan.refused.length > 0 || plan.newRows.length > 0 || plan.beyondRows > 0 || plan.beyondColumns > 0
}

/** Checks every cell by its column's rules. The later of two writes to one cell wins. */
export function planWrites(writes: readonly PlannedWrite[], options: PlanOptions): WritePlan {
  const parseCell = createCachedParser(options.today)
  const changes = new Map<string, PlannedChange>()
  const refused: RefusedCell[] = []
  let unchanged = 0
  for (const write of writes) {
    const { row, rowIndex, column } = write
    if (!row) continue
    const cellKey = `${column.key} ${row.id}`
    changes.delete(cellKey)
    const parsed = options.isEditable(row, column)
      ? checkInRow(column, row, parseCell(column, write.cell))
      : readOnlyError
    const old = options.getCurrent(row, column)
    if (!parsed.ok) refused.push({ rowIndex, column, text: write.cell.text, reason: parsed.message })
    else if (parsed.value === old) unchanged += 1
    else changes.set(cellKey, { row, rowIndex, column, key: column.key, old, new: parsed.value })
  }
  const newRows = planNewRows(writes, options, parseCell)
  return {
    kind: options.kind,
    changes: [...changes.values()],
    newRows: newRows.drafts,
    refused: [...refused, ...newRows.rejected],
    unchanged,
    beyondColumns: options.beyondColumns ?? 0,
    beyondRows: newRows.beyond,
    refusedRows: newRows.refused,
  }
}

/**
 * The names in a plan that no record has: refused ones of references, and texts that name records.
 */
export function listMissingNames(plan: WritePlan, columns: readonly Column[]): MissingName[] {
  return columns.flatMap((column) => {
    if (!column.optionCreator || !column.options) return []
    const names = column.field.kind === 'reference' ? listRefusedTexts(plan, column) : listNewTexts(plan, column)
    const optionNames = new Set(column.options().map(({ label }) => normalizeName(label)))
    const missing = new Map(names.map((name) => [normalizeName(name), name.trim()]))
    return [...missing].flatMap(([key, name]) => (key === '' || optionNames.has(key) ? [] : { column, name }))
  })
}

function listRefusedTexts({ refused }: WritePlan, { key }: Column): string[] {
  return refused.flatMap(({ column, text }) => (column.key === key ? text : []))
}

function listNewTexts({ changes, newRows }: WritePlan, { key, field }: Column): string[] {
  if (!field.names) return []
  const values = [
    ...changes.flatMap((change) => (change.key === key ? change.new : [])),
    ...newRows.map((row) => row[key]),
  ]
  return values.filter((value) => typeof value === 'string')
}

/** The single action that applies a plan. */
export function toEditAction(plan: WritePlan): EditAction {
  const changes = plan.changes.map(({ row, key, old, new: value }) => ({ row, key, old, new: value }))
  return plan.newRows.length > 0 ? { kind: plan.kind, changes, newRows: plan.newRows } : { kind: plan.kind, changes }
}

type ParseCell = (column: Column, cell: PastedCell) => ParseResult

const readOnlyError: ParseResult = { ok: false, message: '수정할 수 없는 셀입니다.' }

function planNewRows(writes: readonly PlannedWrite[], options: PlanOptions, parseCell: ParseCell) {
  const byRow = new Map<number, PlannedWrite[]>()
  for (const write of writes) {
    if (write.row) continue
    const row = byRow.get(write.rowIndex)
    if (row) row.push(write)
    else byRow.set(write.rowIndex, [write])
  }
  const drafts: EntryLineDraft[] = []
  const refused: RefusedCell[] = []
  // Skips rows of empty cells only, which Excel includes when a selection goes beyond its data.
  const rows = [...byRow.values()].filter((row) => row.some((write) => write.cell.text.trim() !== ''))
  if (!options.canAddRows) return { drafts, rejected: refused, beyond: rows.length, refused: 0 }
  for (const row of rows) {
    const draft = buildEntryDraft(row, options, parseCell)
    if ('refused' in draft) refused.push(...draft.refused)
    else drafts.push(draft.draft)
  }
  return { drafts, rejected: refused, beyond: 0, refused: rows.length - drafts.length }
}

/** Creates the whole record or none of it. */
function buildEntryDraft(
  row: readonly PlannedWrite[],
  options: PlanOptions,
  parseCell: ParseCell,
): { draft: EntryLineDraft } | { refused: RefusedCell[] } {
  const draft: Record<string, FieldValue> = {}
  const refused: RefusedCell[] = []
  for (const write of row) {
    const { rowIndex, column, cell } = write
    if (!column.isEditable && cell.text.trim() === '') continue
    const parsed = column.isEditable ? checkInRow(column, write.row, parseCell(column, cell)) : readOnlyError
    if (parsed.ok) draft[column.key] = parsed.value
    else refused.push({ rowIndex, column, text: cell.text, reason: parsed.message })
  }
  const [first] = row
  const writtenKeys = new Set(row.map((write) => write.column.key))
  const completed = completeDraft(draft, writtenKeys, options.entryLine)
  for (const column of options.columns) {
    const isNamed = writtenKeys.has(column.key) || (completed[column.key] ?? null) !== null
    const isMissing = column.isEditable && column.field.required === true && !isNamed
    if (isMissing && first)
      refused.push({ rowIndex: first.rowIndex, column, text: '', reason: formatRequiredError(column.field, 'create') })
  }
  return refused.length > 0 ? { refused } : { draft: completed }
}

/** Adds the entry line's values and those that follow from others; pasted ones win. */
function completeDraft(
  pasted: EntryLineDraft,
  writtenKeys: ReadonlySet<string>,
  line: EntryLineValues | undefined,
): EntryLineDraft {
  if (!line) return pasted
  const missing = Object.entries(line.draft).filter(([key, value]) => !writtenKeys.has(key) && (value ?? '') !== '')
  const ownValues: EntryLineDraft = { ...Object.fromEntries(missing), ...pasted }
  return Object.keys(ownValues).reduce<EntryLineDraft>(
    (draft, key) => ({ ...line.derive?.(draft, key), ...draft, ...ownValues }),
    ownValues,
  )
}

/** Caches parsed values, because values repeat within columns; this keeps 100,000 cells fast. */
function createCachedParser(today: string): ParseCell {
  const cacheByColumn = new Map<Column, Map<string, ParseResult>>()
  return (column, cell) => {
    const parsedByText = cacheByColumn.get(column) ?? new Map<string, ParseResult>()
    cacheByColumn.set(column, parsedByText)
    const { raw } = cell
    const cacheKey = raw
      ? `${raw.from.kind} ${raw.from.refers ?? ''} ${typeof raw.value} ${String(raw.value)} ${cell.text}`
      : cell.text
    const cached = parsedByText.get(cacheKey)
    if (cached) return cached
    const parsed = parsePasted(column, cell, today)
    parsedByText.set(cacheKey, parsed)
    return parsed
  }
}

/** A cell to write: its text and, from our own tables, the raw value. */
export interface PastedCell {
  readonly text: string
  readonly raw?: { readonly value: FieldValue; readonly from: CopiedColumn }
}

/**
 * The value of a pasted cell: the raw one from a column of the same kind, otherwise the text parsed
 * as if typed.
 */
export function parsePasted(column: Column, cell: PastedCell, today: string): ParseResult {
  const { raw } = cell
  return raw && isSameKind(column, raw.from) ? checkValue(column, raw.value) : parseEntry(column, cell.text, today)
}

function isSameKind(column: Column, from: CopiedColumn): boolean {
  return column.field.kind === from.kind && (column.field.refers?.collection ?? null) === from.refers
}
