import type { RowSource } from '#contract/records/row-source.ts'
import { displayText } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'

/**
 * Widths in px that show the full text of headers and cells, from the first `measured` loaded rows
 * starting at `from`. Measures the text itself, because cells truncate theirs, and hidden or
 * scrolled-out columns aren't drawn.
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

function loadedRows(source: Pick<RowSource, 'getState' | 'rowAt'>, from: number) {
  const { total } = source.getState()
  const rows = []
  for (let step = 0; step < Math.min(total, maxSampledRows) && rows.length < measured; step += 1) {
    const row = source.rowAt((from + step) % total)
    if (row) rows.push(row)
  }
  return rows
}

/** Reads the font from the browser, so it follows the theme. */
function fontOf(classes: string): string {
  const probe = document.createElement('span')
  probe.className = classes
  document.body.append(probe)
  const { font } = getComputedStyle(probe)
  probe.remove()
  return font
}
