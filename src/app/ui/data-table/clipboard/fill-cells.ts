import type { Field, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { addDays, countDaysBetween } from '#domain/dates/office-date.ts'
import { checkInRow, checkValue, formatForEditing } from '../cells/cell-text.ts'
import { getCurrentValue } from '../cells/current-value.ts'
import type { Column } from '../data-table-props.ts'
import { finishEdit } from '../editing/cell-editor.ts'
import type { EditAction } from '../editing/edit-action.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { type CellPosition, entryRow } from '../focus/cell-navigation.ts'
import { isRowLocked } from '../rows/row-state.ts'
import { type CellRange, countCells, countColumns, countRows } from '../selection/cell-range.ts'
import { changeSelection, listSelectedRanges } from '../selection/cell-selection.ts'
import { watchDrag } from '../selection/drag-select.ts'
import { gatherSourceRows } from '../selection/read-source-rows.ts'
import { getActiveColumn, isEditableAt, type Table, updateFocusView } from '../table.ts'
import { toCopiedColumn } from './clipboard-html.ts'
import { copyCell } from './copy-cells.ts'
import type { PastedCell } from './plan-writes.ts'
import { announceTooMany, maxWrittenCells, writeCells } from './write-cells.ts'

/**
 * Ctrl+D: fills the first row of each range downward. A single row takes the row above it, as in
 * Excel; the entry line takes the record added last.
 */
export function fillDown(table: Table): boolean {
  if (table.position.row === entryRow) return fillEntryDown(table)
  const ranges = listSelectedRanges(table).map((range) =>
    countRows(range) > 1 ? range : { ...range, top: range.top - 1 },
  )
  return fillFrom(table, ranges, (position, range) => ({ row: range.top, column: position.column }))
}

/**
 * Ctrl+R: fills the first column of each range to the right. A single column takes the column to
 * its left.
 */
export function fillRight(table: Table): boolean {
  const ranges = listSelectedRanges(table).map((range) =>
    countColumns(range) > 1 ? range : { ...range, left: range.left - 1 },
  )
  return fillFrom(table, ranges, (position, range) => ({ row: position.row, column: range.left }))
}

/**
 * Fills the part of `target` outside `source` after dragging the fill handle: vertically as a
 * series where there is one, otherwise by repeating.
 */
function fillByDrag(table: Table, source: CellRange, { target, isCopy }: { target: CellRange; isCopy: boolean }): void {
  const isDownwards = !isCopy && (target.top < source.top || target.bottom > source.bottom)
  const seriesByColumn = new Map<number, Series | null>()
  function getSeries(index: number, { column, rows }: FillTarget): Series | null {
    const columnSeries =
      seriesByColumn.get(index) ?? detectSeries(readColumnValues(table, source, { column, rows }), column.field.kind)
    seriesByColumn.set(index, columnSeries)
    return columnSeries
  }
  void writeRanges(table, 'fill', {
    ranges: [target],
    cellFor(position, cellTarget) {
      const from = {
        row: source.top + wrapOffset(position.row - source.top, countRows(source)),
        column: source.left + wrapOffset(position.column - source.left, countColumns(source)),
      }
      if (from.row === position.row && from.column === position.column) return null
      const series = isDownwards ? getSeries(position.column, cellTarget) : null
      if (series) return toSeriesCell(cellTarget.column, series(position.row - source.top))
      return copyCellAt(table, from, cellTarget.rows)
    },
  })
}

function readColumnValues(
  table: Table,
  source: CellRange,
  { column, rows }: Pick<FillTarget, 'column' | 'rows'>,
): FieldValue[] {
  return Array.from({ length: countRows(source) }, (_, index) => {
    const row = rows.get(source.top + index)
    return row ? getCurrentValue(table, row, column) : null
  })
}

function toSeriesCell(column: Column, value: FieldValue): PastedCell {
  return { text: formatForEditing(column, value), raw: { value, from: toCopiedColumn(column) } }
}

function copyCellAt(table: Table, position: Position, rows: ReadonlyMap<number, SourceRow>): PastedCell | null {
  const row = rows.get(position.row)
  const column = table.props.columns[position.column]
  return row && column ? copyCell(table, row, column) : null
}

/**
 * Ctrl+Enter in an editor with several selected cells: writes the typed text into all of them.
 * Returns false for a single cell.
 */
export function fillWithTyped(table: Table): boolean {
  const ranges = listSelectedRanges(table)
  const column = getActiveColumn(table)
  if (!column || table.session.mode === 'ready' || countCells(ranges) < 2) return false
  const { text } = table.session
  const { chosenOption } = table
  const cell: PastedCell =
    chosenOption && chosenOption.label === text
      ? { text, raw: { value: chosenOption.value, from: toCopiedColumn(column) } }
      : { text }
  finishEdit(table, { mode: 'cancel' })
  focusCellInput(table)
  void writeRanges(table, 'fill', { ranges, cellFor: () => cell })
  return true
}

/**
 * Delete with several cells selected. Skips cells that cannot be changed, because users select
 * whole rows for this.
 */
export function clearSelected(table: Table): boolean {
  const ranges = listSelectedRanges(table)
  void writeRanges(table, 'clear', {
    ranges,
    cellFor: (_position, { row, column }) => (column.isEditable && !isRowLocked(row) ? { text: '' } : null),
  })
  return true
}

interface Position {
  readonly row: number
  readonly column: number
}

/**
 * Copies within the table: each cell takes the value at the position `findSource` returns; source
 * cells stay.
 */
function fillFrom(
  table: Table,
  ranges: readonly CellRange[],
  findSource: (position: Position, range: CellRange) => Position,
): boolean {
  const inside = ranges.filter((range) => range.top >= 0 && range.left >= 0)
  void writeRanges(table, 'fill', {
    ranges: inside,
    cellFor(position, { range, rows }) {
      const from = findSource(position, range)
      return from.row === position.row && from.column === position.column ? null : copyCellAt(table, from, rows)
    },
  })
  return true
}

interface FillTarget {
  readonly row: SourceRow
  readonly column: Column
  readonly range: CellRange
  readonly rows: ReadonlyMap<number, SourceRow>
}

async function writeRanges(
  table: Table,
  kind: EditAction['kind'],
  {
    ranges,
    cellFor,
  }: { ranges: readonly CellRange[]; cellFor: (position: Position, target: FillTarget) => PastedCell | null },
): Promise<void> {
  if (ranges.length === 0) return
  if (countCells(ranges) > maxWrittenCells) return announceTooMany(table)
  const rows = await gatherSourceRows(table, {
    first: Math.min(...ranges.map((range) => range.top)),
    last: Math.max(...ranges.map((range) => range.bottom)),
  })
  if (!rows) return
  const writes = ranges.flatMap((range) =>
    listPositions(range).flatMap((position) => {
      const row = rows.get(position.row)
      const column = table.props.columns[position.column]
      const cell = row && column ? cellFor(position, { row, column, range, rows }) : null
      return row && column && cell ? [{ rowIndex: position.row, row, column, cell }] : []
    }),
  )
  writeCells(table, writes, { kind, after: () => updateFocusView(table) })
}

function listPositions(range: CellRange): Position[] {
  const width = countColumns(range)
  return Array.from({ length: countRows(range) * width }, (_, index) => ({
    row: range.top + Math.floor(index / width),
    column: range.left + (index % width),
  }))
}

/** A modulo that is never negative, so filling upward repeats from the end. */
function wrapOffset(offset: number, size: number): number {
  return ((offset % size) + size) % size
}

/**
 * Ctrl+D in the entry line: takes the value of the record added last, or of the first row if none
 * was added yet.
 */
function fillEntryDown(table: Table): boolean {
  const column = getActiveColumn(table)
  if (!column || !isEditableAt(table, { row: entryRow, column: table.position.column })) return true
  const previousRecord = table.entry.lastDraft() ?? table.props.source.rowAt(0)?.record
  const parsed = checkInRow(column, null, checkValue(column, previousRecord?.[column.key] ?? null))
  if (parsed.ok) table.entry.set(column.key, parsed.value)
  else table.notice = parsed.message
  updateFocusView(table)
  return true
}

/**
 * The value `index` positions after the first source cell; 0 is that cell, negative positions are
 * before it.
 */
type Series = (index: number) => FieldValue

/**
 * How a fill drag continues one column, as Excel does. Days and texts ending in digits (2026가단101,
 * 제000001호) count up by one from a single cell, else by the step between cells. Numbers continue
 * only where two cells show a step. Null when there is no series and the cells repeat.
 */
export function detectSeries(values: readonly FieldValue[], kind: Field['kind']): Series | null {
  if (kind === 'date') return detectDaySeries(values)
  if (kind === 'won' || kind === 'number') return detectNumberSeries(values)
  return kind === 'text' ? detectTextSeries(values) : null
}

function detectNumberSeries(values: readonly FieldValue[]): Series | null {
  const numbers = values.filter((value) => typeof value === 'number')
  const [first] = numbers
  const step = numbers.length === values.length && values.length > 1 ? findConstantStep(numbers) : null
  // Rounded to the finest scale of any field, so 0.1 + 0.2 doesn't show.
  return first === undefined || step === null ? null : (index) => Math.round((first + step * index) * 1e6) / 1e6
}

function detectDaySeries(values: readonly FieldValue[]): Series | null {
  const days = values.filter((value) => typeof value === 'string')
  const [first] = days
  if (first === undefined || days.length !== values.length) return null
  if (days.length === 1) return (index) => addDays(first, index)
  const months = findMonthStep(days)
  if (months !== null) return (index) => addMonths(first, months * index)
  const step = findConstantStep(days.map((day) => countDaysBetween(first, day)))
  return step === null ? null : (index) => addDays(first, step * index)
}

/** Whole months between dates with the same day of the month: 1월 15일, 2월 15일. */
function findMonthStep(days: readonly string[]): number | null {
  const isSameDayOfMonth = days.every((day) => day.slice(8) === days[0]?.slice(8))
  return isSameDayOfMonth
    ? findConstantStep(days.map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))))
    : null
}

/** Uses the last day of a shorter month, never the first of the next one. */
function addMonths(day: string, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((((month % 12) + 12) % 12) + 1).padStart(2, '0')}-01`
  const nextDate = addDays(first, Number(day.slice(8)) - 1)
  return nextDate.slice(0, 7) === first.slice(0, 7) ? nextDate : addDays(nextDate, -Number(nextDate.slice(8)))
}

function detectTextSeries(values: readonly FieldValue[]): Series | null {
  const matches = values.map((value) => (typeof value === 'string' ? /^(.*?)(\d{1,15})(\D{0,2})$/s.exec(value) : null))
  const [first] = matches
  const hasSameAffixes = matches.every((part) => part && part[1] === first?.[1] && part[3] === first?.[3])
  if (!first || !hasSameAffixes) return null
  const [, before = '', digits = '', after = ''] = first
  const numbers = matches.map((part) => Number(part?.[2]))
  const step = numbers.length === 1 ? 1 : findConstantStep(numbers)
  if (step === null) return null
  const width = digits.startsWith('0') ? digits.length : 0
  return (index) => `${before}${String(Math.max(0, Number(digits) + step * index)).padStart(width, '0')}${after}`
}

/** The constant difference of a sequence; null when there is none. */
function findConstantStep(numbers: readonly number[]): number | null {
  const [first = 0, second = 0] = numbers
  const step = second - first
  const isConstant = numbers.every((number, index) => Math.abs(number - (first + step * index)) < 1e-9)
  return step !== 0 && isConstant ? step : null
}

/**
 * Starts a fill drag from the handle at the corner of the selection. Dragging extends along one
 * axis, as in Excel; holding Ctrl at the end only copies. Returns whether the press was on the
 * handle.
 */
export function pressFillHandle(table: Table, event: MouseEvent): boolean {
  const isHandle = event.target instanceof Element && event.target.closest('[data-fill-handle]') !== null
  const [source] = listSelectedRanges(table)
  if (!isHandle || !source || table.session.mode !== 'ready') return false
  event.preventDefault()
  const { corner, extent, extras } = table.selection
  let target = source
  watchDrag(table, {
    onCell(position) {
      target = stretchRange(source, position)
      changeSelection(table, { corner: findFarthestCorner(table.position, target) })
    },
    onEnd(isCopy) {
      const isSame =
        target.top === source.top &&
        target.bottom === source.bottom &&
        target.left === source.left &&
        target.right === source.right
      if (isSame) changeSelection(table, { corner, extent: extent, extras })
      else fillByDrag(table, source, { target, isCopy })
    },
  })
  return true
}

/** The source extended to the pointer along the axis with the larger distance. */
function stretchRange(source: CellRange, position: CellPosition): CellRange {
  const verticalDistance = Math.max(position.row - source.bottom, source.top - position.row, 0)
  const horizontalDistance = Math.max(position.column - source.right, source.left - position.column, 0)
  if (verticalDistance === 0 && horizontalDistance === 0) return source
  return verticalDistance >= horizontalDistance
    ? { ...source, top: Math.min(source.top, position.row), bottom: Math.max(source.bottom, position.row) }
    : { ...source, left: Math.min(source.left, position.column), right: Math.max(source.right, position.column) }
}

/** The corner of a range farthest from the active cell. */
function findFarthestCorner(position: CellPosition, range: CellRange): CellPosition {
  return {
    row: position.row - range.top > range.bottom - position.row ? range.top : range.bottom,
    column: position.column - range.left > range.right - position.column ? range.left : range.right,
  }
}
