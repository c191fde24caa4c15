import type { RowSource } from '#contract/records/row-source.ts'
import { displayText } from '../cells/cell-text.ts'
import type { CommandId } from '../commands/key-commands.ts'
import { addSort } from '../commands/sort-by.ts'
import type { Column } from '../data-table-props.ts'
import { finishEdit } from '../editing/cell-editor.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { revealCell } from '../focus/focus-actions.ts'
import { columnWidth } from '../layout/geometry.ts'
import { selectOnlyActive } from '../selection/cell-selection.ts'
import { activeColumn, announceFocus, type Table } from '../table.ts'
import { foldRow } from '../unfolding/fold-button.tsx'
import { setAllUnfolded } from '../unfolding/unfold-rows.ts'

/** Commands of the header and of unfolding rows; false leaves the key to the browser. */
export const columnCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  'sort-further': (table) => addSort(table, table.position.column),
  'column-menu': (table) => openColumnMenu(table, activeColumn(table)?.key),
  'column-left': (table) => moveColumn(table, -1),
  'column-right': (table) => moveColumn(table, 1),
  'column-narrower': (table) => widenColumn(table, -widthStep),
  'column-wider': (table) => widenColumn(table, widthStep),
  'unfold-row': (table) => foldColumns(table, true),
  'fold-row': (table) => foldColumns(table, false),
}

export function openColumnMenu(table: Table, key: string | undefined): boolean {
  if (key === undefined) return false
  table.menuColumn = key
  table.signals.emit('column-menu')
  return true
}

/** Fits columns to the text of the rows near the top of the view. */
export function fitColumnWidths(table: Table, columns: readonly Column[]): void {
  table.setWidths(fittingWidths(columns, table.props.source, table.topRow))
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
  const found = key === undefined ? next.length : next.findIndex((column) => column.key === key)
  if (found === -1) finishEdit(table, { mode: 'commit', isImmediate: true })
  const column = found === -1 ? Math.max(0, Math.min(table.position.column, next.length - 1)) : found
  return () => {
    selectOnlyActive(table)
    table.tabRun = null
    table.position = { row: table.position.row, column }
    announceFocus(table)
    if (table.isFocused) revealCell(table)
  }
}

function moveColumn(table: Table, by: -1 | 1): boolean {
  const column = activeColumn(table)
  if (column) table.props.columnActions?.move(column.key, by)
  return true
}

/** In px per key press. */
const widthStep = 16

function widenColumn(table: Table, by: number): boolean {
  const column = activeColumn(table)
  const width = table.geometry.widths[table.position.column]
  if (column && width !== undefined)
    table.setWidths({ [column.key]: columnWidth(column, { [column.key]: width + by }) })
  return true
}

function foldColumns(table: Table, isUnfolded: boolean): boolean {
  const { row } = table.position
  if (row === headerRow) setAllUnfolded(table, isUnfolded)
  else if (row >= 0) foldRow(table, row, isUnfolded)
  return true
}

/**
 * Widths in px that show the full text of headers and cells, from the first `measured` loaded rows
 * starting at `from`. Measures the text itself, because cells truncate theirs, and hidden or
 * scrolled-out columns aren't rendered.
 */
export function fittingWidths(
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
  const widthIn = (font: string, text: string) => {
    context.font = font
    return context.measureText(text).width
  }
  return Object.fromEntries(
    columns.map((column) => {
      const texts = new Set(rows.map((row) => displayText(column, row)))
      const font = column.badge ? fonts.badge : fonts.cell
      const padding = column.badge ? cellPadding + badgePadding : cellPadding
      const cells = [...texts].map((text) => widthIn(font, text) + padding)
      const widest = Math.max(widthIn(fonts.header, column.label) + headerPadding, ...cells)
      return [column.key, Math.min(widestColumn, Math.ceil(widest))]
    }),
  )
}

const measured = 200
/** Maximum rows scanned for loaded ones. */
const maxSampledRows = 5000
const widestColumn = 640
/** Padding on both sides in px, plus one for rounding. */
const cellPadding = 22
const badgePadding = 12
/** Padding on both sides in px, plus the sort arrow and the menu button. */
const headerPadding = 60

function listLoadedRows(source: Pick<RowSource, 'getState' | 'rowAt'>, from: number) {
  const { total } = source.getState()
  const rows = []
  for (let step = 0; step < Math.min(total, maxSampledRows) && rows.length < measured; step += 1) {
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
