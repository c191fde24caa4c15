import type { RowSource } from '#contract/records/row-source.ts'
import { computeTopOfRow } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import { createRowLines, plainLines, type RowLines, type Unfolding } from './row-lines.ts'

/** Returns false when rows have nothing to unfold. */
export function setUnfolded(table: Table, row: number, isUnfolded: boolean): boolean {
  const { extra } = table.geometry.lines
  const id = table.props.source.rowAt(row)?.id
  if (extra === 0 || id === undefined) return false
  const exceptions = new Set(table.unfolding.exceptions)
  if (isUnfolded === table.unfolding.isAll) exceptions.delete(id)
  else exceptions.add(id)
  setUnfolding(table, { isAll: table.unfolding.isAll, exceptions })
  return true
}

/**
 * 모두 펼치기, 모두 접기. The top row of the view keeps its position. A list that would be too tall for
 * browsers stays as it is, with a message.
 */
export function setAllUnfolded(table: Table, isAll: boolean): boolean {
  const { lines, rowHeight } = table.geometry
  if (lines.extra === 0) return false
  const { total } = table.props.source.getState()
  if (isAll && total * (lines.extra + 1) * rowHeight > maxUnfoldedHeight) {
    table.props.onMessage({
      type: 'warning',
      text: '행이 너무 많아 모두 펼칠 수 없습니다. 검색 조건을 좁히거나 필요한 행만 펼쳐 주세요.',
    })
    return true
  }
  setUnfolding(table, { isAll, exceptions: new Set() })
  return true
}

/**
 * Forgets single rows, because another result has others; folding or unfolding all still applies.
 */
export function clearUnfoldedRows(table: Table): void {
  if (table.unfolding.exceptions.size === 0) return
  table.unfolding = { isAll: table.unfolding.isAll, exceptions: new Set() }
  table.signals.emit('unfolding')
}

/** Line positions of the rows in this result. */
export function buildRowLines(unfolding: Unfolding, source: RowSource, extra: number): RowLines {
  if (extra === 0) return plainLines
  const exceptions = [...unfolding.exceptions].map((id) => source.indexOf(id)).filter((row) => row !== -1)
  return createRowLines({ extra, isAll: unfolding.isAll, exceptions: exceptions.toSorted((a, b) => a - b) })
}

/** Number of fields per unfolded line, and lines per row, in a view of that width. */
export function measureUnfolded(hiddenCount: number, viewWidth: number): { perLine: number; extra: number } {
  const perLine = Math.max(1, Math.min(hiddenCount, Math.floor((viewWidth - 64) / fieldWidth)))
  return { perLine, extra: Math.ceil(hiddenCount / perLine) }
}

/** In px. Firefox draws nothing below 17.9 million px, Chromium and Safari below 33.5 million. */
const maxUnfoldedHeight = 17_000_000
const fieldWidth = 280

/** Remembers the position of the top row before heights change; `restoreTopRow` restores it. */
export function holdTopRow(table: Table): void {
  const { scroller, topRow, geometry } = table
  table.foldAnchor = scroller ? { row: topRow, below: scroller.scrollTop - computeTopOfRow(geometry, topRow) } : null
}

function setUnfolding(table: Table, next: Unfolding): void {
  holdTopRow(table)
  table.unfolding = next
  table.signals.emit('unfolding')
}

/** Call it when the new lines are laid out. */
export function restoreTopRow(table: Table): void {
  const { scroller, foldAnchor, geometry } = table
  table.foldAnchor = null
  if (!scroller || !foldAnchor) return
  const unfoldedHeight = geometry.lines.isUnfolded(foldAnchor.row)
    ? (geometry.lines.extra + 1) * geometry.rowHeight
    : geometry.rowHeight
  scroller.scrollTop = computeTopOfRow(geometry, foldAnchor.row) + Math.min(foldAnchor.below, unfoldedHeight - 1)
}
