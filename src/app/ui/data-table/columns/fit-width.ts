import type { RowSource } from '#contract/records/row-source.ts'
import { displayText } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'

/**
 * The widths in px at which header and cells of the columns show their whole text, from the first `measured` loaded rows at and after `from` (grid.md §14 line
 * 25). Measured on the text, not on what is drawn: cells cut theirs off, and hidden columns and those outside the window are not drawn at all.
 */
export function fittingWidths(
  columns: readonly Column[],
  source: Pick<RowSource, 'getState' | 'rowAt'>,
  from: number,
): Readonly<Record<string, number>> {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return {}
  const rows = loadedRows(source, from)
  const fonts = {
    header: fontOf('text-label font-semibold'),
    cell: fontOf('text-table tabular'),
    badge: fontOf('text-label font-semibold'),
  }
  const widthIn = (font: string, text: string) => {
    context.font = font
    return context.measureText(text).width
  }
  return Object.fromEntries(
    columns.map((column) => {
      const texts = new Set(rows.map((row) => displayText(column, row)))
      const font = column.badge ? fonts.badge : fonts.cell
      const beside = column.badge ? cellPadding + badgePadding : cellPadding
      const cells = [...texts].map((text) => widthIn(font, text) + beside)
      const widest = Math.max(widthIn(fonts.header, column.label) + headerPadding, ...cells)
      return [column.key, Math.min(widestColumn, Math.ceil(widest))]
    }),
  )
}

const measured = 200
/** How far unloaded rows are passed over. */
const lookedAt = 5000
const widestColumn = 640
/** Both sides of a cell, and a px for the rounding of the browser. */
const cellPadding = 22
const badgePadding = 12
/** Both sides, the arrow of a sorted column and the button of its menu. */
const headerPadding = 60

function loadedRows(source: Pick<RowSource, 'getState' | 'rowAt'>, from: number) {
  const { total } = source.getState()
  const rows = []
  for (let step = 0; step < Math.min(total, lookedAt) && rows.length < measured; step += 1) {
    const row = source.rowAt((from + step) % total)
    if (row) rows.push(row)
  }
  return rows
}

/** Asked of the browser, as sizes and faces stand in the theme. */
function fontOf(classes: string): string {
  const probe = document.createElement('span')
  probe.className = classes
  document.body.append(probe)
  const { font } = getComputedStyle(probe)
  probe.remove()
  return font
}
