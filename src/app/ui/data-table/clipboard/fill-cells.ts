import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { editText, checkInRow, checkValue } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { EditAction } from '../editing/edit-action.ts'
import { finishEdit } from '../editing/cell-editor.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { isRowLocked } from '../rows/row-lock.ts'
import { cellCount, rangeHeight, rangeWidth } from '../selection/cell-range.ts'
import type { CellRange } from '../selection/cell-range.ts'
import { selectedRanges } from '../selection/cell-selection.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { activeColumn, announceFocus, type Table, isEditableAt } from '../table.ts'
import { copiedCell, gatherRows, currentValue } from './cell-values.ts'
import { copiedColumn } from './clipboard-html.ts'
import { seriesOf } from './fill-series.ts'
import type { Series } from './fill-series.ts'
import type { WrittenCell } from './pasted-value.ts'
import { maxWrittenCells, announceTooMany, writeCells } from './write-cells.ts'

/**
 * Ctrl+D: fills the first row of each range downward. A single row takes the row above it, as in
 * Excel; the entry line takes the record added last.
 */
export function fillDown(table: Table): boolean {
  if (table.position.row === entryRow) return fillEntryDown(table)
  const ranges = selectedRanges(table).map((range) =>
    rangeHeight(range) > 1 ? range : { ...range, top: range.top - 1 },
  )
  return fillFrom(table, ranges, (position, range) => ({ row: range.top, column: position.column }))
}

/**
 * Ctrl+R: fills the first column of each range to the right. A single column takes the column to
 * its left.
 */
export function fillRight(table: Table): boolean {
  const ranges = selectedRanges(table).map((range) =>
    rangeWidth(range) > 1 ? range : { ...range, left: range.left - 1 },
  )
  return fillFrom(table, ranges, (position, range) => ({ row: position.row, column: range.left }))
}

/**
 * Fills the part of `target` outside `source` after dragging the fill handle: vertically as a
 * series where there is one (fill-series.ts), otherwise by repeating.
 */
export function fillOver(
  table: Table,
  source: CellRange,
  { target, isCopy }: { target: CellRange; isCopy: boolean },
): void {
  const isDownwards = !isCopy && (target.top < source.top || target.bottom > source.bottom)
  const known = new Map<number, Series | null>()
  function seriesAt(at: number, { column, rows }: Target): Series | null {
    const found = known.get(at) ?? seriesOf(columnValues(table, source, { column, rows }), column.field.kind)
    known.set(at, found)
    return found
  }
  void writeAll(table, 'fill', {
    ranges: [target],
    cellFor(position, aim) {
      const from = {
        row: source.top + wrapped(position.row - source.top, rangeHeight(source)),
        column: source.left + wrapped(position.column - source.left, rangeWidth(source)),
      }
      if (from.row === position.row && from.column === position.column) return null
      const series = isDownwards ? seriesAt(position.column, aim) : null
      if (series) return seriesCell(aim.column, series(position.row - source.top))
      return cellAt(table, from, aim.rows)
    },
  })
}

function columnValues(
  table: Table,
  source: CellRange,
  { column, rows }: Pick<Target, 'column' | 'rows'>,
): FieldValue[] {
  return Array.from({ length: rangeHeight(source) }, (_, at) => {
    const row = rows.get(source.top + at)
    return row ? currentValue(table, row, column) : null
  })
}

function seriesCell(column: Column, value: FieldValue): WrittenCell {
  return { text: editText(column, value), raw: { value, from: copiedColumn(column) } }
}

function cellAt(table: Table, position: Position, rows: ReadonlyMap<number, SourceRow>): WrittenCell | null {
  const row = rows.get(position.row)
  const column = table.props.columns[position.column]
  return row && column ? copiedCell(table, row, column) : null
}

/**
 * Ctrl+Enter in an editor with several selected cells: writes the typed text into all of them.
 * Returns false for a single cell.
 */
export function fillWithTyped(table: Table): boolean {
  const ranges = selectedRanges(table)
  const column = activeColumn(table)
  if (!column || table.session.mode === 'ready' || cellCount(ranges) < 2) return false
  const { text } = table.session
  const { chosenOption } = table
  const cell: WrittenCell =
    chosenOption && chosenOption.label === text
      ? { text, raw: { value: chosenOption.value, from: copiedColumn(column) } }
      : { text }
  finishEdit(table, { mode: 'cancel' })
  focusCellInput(table)
  void writeAll(table, 'fill', { ranges, cellFor: () => cell })
  return true
}

/**
 * Delete with several cells selected. Skips cells that cannot be changed, because users select
 * whole rows for this.
 */
export function clearSelected(table: Table): boolean {
  const ranges = selectedRanges(table)
  void writeAll(table, 'clear', {
    ranges,
    cellFor: (_place, { row, column }) => (column.isEditable && !isRowLocked(row) ? { text: '' } : null),
  })
  return true
}

interface Position {
  readonly row: number
  readonly column: number
}

/**
 * Copies within the table: each cell takes the value at `sourceOf` its position; source cells stay.
 */
function fillFrom(
  table: Table,
  ranges: readonly CellRange[],
  sourceOf: (position: Position, range: CellRange) => Position,
): boolean {
  const inside = ranges.filter((range) => range.top >= 0 && range.left >= 0)
  void writeAll(table, 'fill', {
    ranges: inside,
    cellFor(position, { range, rows }) {
      const from = sourceOf(position, range)
      return from.row === position.row && from.column === position.column ? null : cellAt(table, from, rows)
    },
  })
  return true
}

interface Target {
  readonly row: SourceRow
  readonly column: Column
  readonly range: CellRange
  readonly rows: ReadonlyMap<number, SourceRow>
}

async function writeAll(
  table: Table,
  kind: EditAction['kind'],
  {
    ranges,
    cellFor,
  }: { ranges: readonly CellRange[]; cellFor: (position: Position, target: Target) => WrittenCell | null },
): Promise<void> {
  if (ranges.length === 0) return
  if (cellCount(ranges) > maxWrittenCells) return announceTooMany(table)
  const rows = await gatherRows(table, {
    first: Math.min(...ranges.map((range) => range.top)),
    last: Math.max(...ranges.map((range) => range.bottom)),
  })
  if (!rows) return
  const writes = ranges.flatMap((range) =>
    positionsOf(range).flatMap((position) => {
      const row = rows.get(position.row)
      const column = table.props.columns[position.column]
      const cell = row && column ? cellFor(position, { row, column, range, rows }) : null
      return row && column && cell ? [{ rowIndex: position.row, row, column, cell }] : []
    }),
  )
  writeCells(table, writes, { kind, after: () => announceFocus(table) })
}

function positionsOf(range: CellRange): Position[] {
  const width = rangeWidth(range)
  return Array.from({ length: rangeHeight(range) * width }, (_, at) => ({
    row: range.top + Math.floor(at / width),
    column: range.left + (at % width),
  }))
}

/** A modulo that is never negative, so filling upward repeats from the end. */
function wrapped(offset: number, size: number): number {
  return ((offset % size) + size) % size
}

/**
 * Ctrl+D in the entry line: takes the value of the record added last, or of the first row if none
 * was added yet.
 */
function fillEntryDown(table: Table): boolean {
  const column = activeColumn(table)
  if (!column || !isEditableAt(table, { row: entryRow, column: table.position.column })) return true
  const above = table.entry.lastDraft() ?? table.props.source.rowAt(0)?.record
  const parsed = checkInRow(column, null, checkValue(column, above?.[column.key] ?? null))
  if (parsed.ok) table.entry.set(column.key, parsed.value)
  else table.notice = parsed.message
  announceFocus(table)
  return true
}
