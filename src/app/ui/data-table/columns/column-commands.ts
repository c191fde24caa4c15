import type { RowSource } from '#contract/records/row-source.ts'
import { formatCellText } from '../cells/cell-text.ts'
import type { CommandId } from '../commands/key-commands.ts'
import { addSort } from '../commands/sort-by.ts'
import type { Column } from '../data-table-props.ts'
import { finishEdit } from '../editing/cell-editor.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { revealCell } from '../focus/focus-actions.ts'
import { resolveColumnWidth } from '../layout/geometry.ts'
import { selectOnlyActive } from '../selection/cell-selection.ts'
import { getActiveColumn, type Table, updateFocusView } from '../table.ts'
import { setRowUnfolded } from '../unfolding/fold-button.tsx'
import { setAllUnfolded } from '../unfolding/unfold-rows.ts'

/** Commands of the header and of unfolding rows; false leaves the key to the browser. */
export const columnCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  'sort-further': (table) => addSort(table, table.position.column),
  'column-menu': (table) => openColumnMenu(table, getActiveColumn(table)?.key),
  'column-left': (table) => moveColumn(table, -1),
  'column-right': (table) => moveColumn(table, 1),
  'column-narrower': (table) => resizeColumn(table, -widthStep),
  'column-wider': (table) => resizeColumn(table, widthStep),
  'unfold-row': (table) => setActiveUnfolded(table, true),
  'fold-row': (table) => setActiveUnfolded(table, false),
}

export function openColumnMenu(table: Table, key: string | undefined): boolean {
  if (key === undefined) return false
  table.menuColumn = key
  table.signals.emit('column-menu')
  return true
}

/** Fits columns to the text of the rows near the top of the view. */
export function fitColumnWidths(table: Table, columns: readonly Column[]): void {
  table.setWidths(measureFittingWidths(columns, table.props.source, table.topRow))
}

/**
 * Keeps the focus on its column when columns change or move. If the column is gone, an open editor
 * commits and the focus goes to the column now in its position. Call it with the new columns while
 * `table.props` still holds the old ones, and call the returned function once it holds the new
 * ones.
 */
export function followColumns(table: Table, next: readonly Column[]): () => void {
  const before = table.props.columns
  const isSame = before.length === next.length && before.every((column, index) => column.key === next[index]?.key)
  if (isSame) return () => {}
  const key = before[table.position.column]?.key
  const newIndex = key === undefined ? next.length : next.findIndex((column) => column.key === key)
  if (newIndex === -1) finishEdit(table, { mode: 'commit', isImmediate: true })
  const column = newIndex === -1 ? Math.max(0, Math.min(table.position.column, next.length - 1)) : newIndex
  return () => {
    selectOnlyActive(table)
    table.tabRun = null
    table.position = { row: table.position.row, column }
    updateFocusView(table)
    if (table.isFocused) revealCell(table)
  }
}

function moveColumn(table: Table, by: -1 | 1): boolean {
  const column = getActiveColumn(table)
  if (column) table.props.columnActions?.move(column.key, by)
  return true
}

/** In px per key press. */
const widthStep = 16

function resizeColumn(table: Table, by: number): boolean {
  const column = getActiveColumn(table)
  const width = table.geometry.widths[table.position.column]
  if (column && width !== undefined)
    table.setWidths({ [column.key]: resolveColumnWidth(column, { [column.key]: width + by }) })
  return true
}

function setActiveUnfolded(table: Table, isUnfolded: boolean): boolean {
  const { row } = table.position
  if (row === headerRow) setAllUnfolded(table, isUnfolded)
  else if (row >= 0) setRowUnfolded(table, row, isUnfolded)
  return true
}

/**
 * Widths in px that show the full text of headers and of the first loaded rows from `from` on.
 * Measures the text itself, because cells truncate theirs, and hidden or scrolled-out columns
 * aren't rendered.
 */
export function measureFittingWidths(
  columns: readonly Column[],
  source: Pick<RowSource, 'getState' | 'rowAt'>,
  from: number,
): Readonly<Record<string, number>> {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return {}
  const rows = listLoadedRows(source, from)
  const fonts = {
    header: readFont('text-label font-semibold'),
    cell: readFont('text-table tabular'),
    badge: readFont('text-label font-semibold'),
  }
  const measureText = (font: string, text: string) => {
    context.font = font
    return context.measureText(text).width
  }
  return Object.fromEntries(
    columns.map((column) => {
      const texts = new Set(rows.map((row) => formatCellText(column, row)))
      const font = column.badge ? fonts.badge : fonts.cell
      const padding = column.badge ? cellPadding + badgePadding : cellPadding
      const cells = [...texts].map((text) => measureText(font, text) + padding)
      const widest = Math.max(measureText(fonts.header, column.label) + headerPadding, ...cells)
      return [column.key, Math.min(maxFittedWidth, Math.ceil(widest))]
    }),
  )
}

const maxMeasuredRows = 200
/** Maximum rows scanned to find loaded ones. */
const maxSampledRows = 5000
const maxFittedWidth = 640
/** Padding on both sides in px, plus one for rounding. */
const cellPadding = 22
const badgePadding = 12
/** Padding on both sides in px, plus the sort arrow and the menu button. */
const headerPadding = 60

function listLoadedRows(source: Pick<RowSource, 'getState' | 'rowAt'>, from: number) {
  const { total } = source.getState()
  const rows = []
  for (let step = 0; step < Math.min(total, maxSampledRows) && rows.length < maxMeasuredRows; step += 1) {
    const row = source.rowAt((from + step) % total)
    if (row) rows.push(row)
  }
  return rows
}

/** Reads the font from the browser, so it follows the theme. */
function readFont(classes: string): string {
  const probe = document.createElement('span')
  probe.className = classes
  document.body.append(probe)
  const { font } = getComputedStyle(probe)
  probe.remove()
  return font
}
