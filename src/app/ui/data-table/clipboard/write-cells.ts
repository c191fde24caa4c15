import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import { formatCellValue, formatForEditing, getCellValue } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { isRowLocked } from '../rows/row-state.ts'
import { readSourceRows } from '../selection/read-source-rows.ts'
import type { Table } from '../table.ts'
import { toCopiedColumn } from './clipboard-html.ts'
import {
  type MissingName,
  needsPreview,
  type PastedCell,
  type PlannedWrite,
  type PlanOptions,
  type PlanSource,
  planWrites,
  toEditAction,
  type WritePlan,
} from './plan-writes.ts'

/** Maximum cells written by one action; larger changes are for import and bulk edit. */
export const maxWrittenCells = 200_000

export function announceTooMany(table: Table): void {
  const limit = formatNumber(maxWrittenCells)
  table.props.onMessage({ type: 'warning', text: `한 번에 셀 ${limit}개까지 바꿀 수 있습니다. 범위를 나누어 주세요.` })
}

type WriteOptions = Omit<PlanSource, 'writes'>

/** Plans the writes and applies them as one action, after a preview if the plan needs one. */
export function writeCells(table: Table, writes: readonly PlannedWrite[], options: WriteOptions): void {
  const plan = planWrites(writes, buildPlanOptions(table, options))
  if (needsPreview(plan)) {
    table.prompt = { type: 'preview', plan, source: { ...options, writes } }
    table.signals.emit('ask')
    return
  }
  applyPlan(table, plan)
  options.after?.()
  if (plan.kind === 'clear' && plan.refused.length > 0) {
    const count = formatNumber(plan.refused.length)
    table.props.onMessage({ type: 'warning', text: `비워 둘 수 없는 셀 ${count}개는 그대로 두었습니다.` })
  }
}

/**
 * Creates the record of a missing name in its form, and plans the write again with it. The form may
 * have changed the name.
 */
export async function createMissingRecord(table: Table, { column, name }: MissingName): Promise<void> {
  const option = await column.optionCreator?.make(name)
  const { prompt } = table
  if (!option || prompt?.type !== 'preview') return
  const isNamed = ({ column: { key }, cell }: PlannedWrite) =>
    key === column.key && normalizeName(cell.text) === normalizeName(name)
  const writes = prompt.source.writes.map((write) =>
    isNamed(write) ? { ...write, cell: { text: option.label } } : write,
  )
  const source = { ...prompt.source, writes }
  table.prompt = { type: 'preview', plan: planWrites(writes, buildPlanOptions(table, source)), source }
  table.signals.emit('ask')
}

/** Sends the plan as one action. */
export function applyPlan(table: Table, plan: WritePlan): void {
  const action = toEditAction(plan)
  const { onEdit } = table.props
  if (onEdit && (action.changes.length > 0 || action.newRows !== undefined))
    void table.pending.sendAction(action, onEdit)
}

/** Closes the preview or menu and returns the focus to the table. */
export function closePrompt(table: Table): void {
  table.prompt = null
  table.signals.emit('ask')
  focusCellInput(table)
}

/**
 * Whether the table's end is the result's end. Below a page that isn't the last, records already
 * exist, so a paste beyond its end must not create others.
 */
function isAtEnd({ props }: Table): boolean {
  const page = props.paging?.mode === 'paged' ? props.paging.getWindow?.() : undefined
  return page === undefined || page.page === page.pages
}

function buildPlanOptions(table: Table, options: WriteOptions): PlanOptions {
  const { props } = table
  const { entryLine } = options
  return {
    kind: options.kind,
    today: props.today(),
    canAddRows: props.canAddRows === true && (entryLine !== undefined || isAtEnd(table)),
    columns: [...props.columns, ...(props.hiddenColumns ?? [])],
    isEditable: (row, column) => column.isEditable && !isRowLocked(row) && props.onEdit !== undefined,
    getCurrent: (row, column) => getCurrentValue(table, row, column),
    beyondColumns: options.beyondColumns ?? 0,
    ...(entryLine && { entryLine }),
  }
}

/** The value a user sees in a cell; a pending one takes precedence over the source's. */
export function getCurrentValue(table: Table, row: SourceRow, column: Column): FieldValue {
  const pending = table.pending.getRow(row.id)[column.key]
  return pending?.error === null ? pending.value : getCellValue(column, row)
}

/**
 * A cell as copied: digits without separators and days as 2026-11-20, so spreadsheets recognize
 * them, together with the raw value.
 */
export function copyCell(table: Table, row: SourceRow, column: Column): Required<PastedCell> {
  const value = getCurrentValue(table, row, column)
  const isOwnFormat = column.format !== undefined && value === getCellValue(column, row)
  return {
    text: isOwnFormat ? (column.format?.(row) ?? '') : formatCopied(column, value, row),
    raw: { value, from: toCopiedColumn(column) },
  }
}

function formatCopied(column: Column, value: FieldValue, row: SourceRow): string {
  return column.field.kind === 'datetime' ? formatCellValue(column, value, row) : formatForEditing(column, value, row)
}

/**
 * Rows `first` to `last` by index, fetching those not loaded. Null when they cannot be loaded; the
 * user is notified.
 */
export async function gatherSourceRows(
  table: Table,
  range: { first: number; last: number },
): Promise<ReadonlyMap<number, SourceRow> | null> {
  const rows = new Map<number, SourceRow>()
  const outcome = await readSourceRows(table, range, (row, index) => rows.set(index, row))
  if (outcome === 'read') return rows
  announceUnread(table, outcome)
  return null
}

export function announceUnread(table: Table, outcome: 'changed' | 'missing'): void {
  const text =
    outcome === 'changed'
      ? '그사이 목록이 바뀌어 그만두었습니다. 다시 시도해 주세요.'
      : '행을 모두 불러오지 못해 그만두었습니다. 다시 시도해 주세요.'
  table.props.onMessage({ type: 'warning', text })
}
