import type { Column } from '../data-table-props.ts'
import { type CellPosition, entryRow } from '../focus/cell-navigation.ts'
import { plainLines, type RowLines } from '../unfolding/row-lines.ts'

/**
 * Sizes of the grid in px. Rows are 36 high with a mouse, or 30 when the user chose dense rows;
 * the header is 34. On touch screens both are 44.
 */
export interface Geometry {
  readonly rowHeight: number
  readonly headerHeight: number
  readonly hasEntry: boolean
  /** Positions of the rows, some of which may be unfolded. */
  readonly lines: RowLines
  readonly columnCount: number
  /** Left edge and width of every focusable column, including the action column. */
  readonly lefts: readonly number[]
  readonly widths: readonly number[]
  /** Width of everything that sticks to the left edge. */
  readonly pinnedWidth: number
  readonly pinnedCount: number
  /** Width of the action column that sticks to the right edge; 0 without one. */
  readonly actionWidth: number
  /**
   * The row actions are behind one ⋯, because several touch-sized buttons would take the width of
   * two columns.
   */
  readonly collapsesActions: boolean
  readonly totalWidth: number
  /** Width of the visible part; Infinity until the table is mounted. */
  readonly viewWidth: number
  /**
   * Width before the first column: the row number and, where rows can be checked or unfolded, the
   * checkbox and the fold button.
   */
  readonly leadWidth: number
  readonly checkWidth: number
  /**
   * Row numbers are hidden visually but still read out; on a phone they would take the width of a
   * column.
   */
  readonly hidesNumbers: boolean
}

const numberWidth = 56
/** Width of the row-state mark where numbers are hidden. */
const markWidth = 4
const checkWidth = 32
const foldWidth = 24
const minColumnWidth = 48

interface GeometryInput {
  readonly columns: readonly Column[]
  readonly widths: Readonly<Record<string, number>>
  readonly actionWidth: number
  readonly hasEntry: boolean
  readonly collapsesActions?: boolean
  readonly isCoarse: boolean
  readonly isDense?: boolean
  readonly hasChecks?: boolean
  /** Rows can be unfolded. */
  readonly hasFolds?: boolean
  readonly hidesNumbers?: boolean
  readonly lines?: RowLines
}

export function computeGeometry(input: GeometryInput): Geometry {
  const { columns, actionWidth } = input
  const leadWidth = computeLeadWidth(input)
  const widths = columns.map((column) => resolveColumnWidth(column, input.widths))
  const lefts = widths.map((_, index) => leadWidth + sum(widths.slice(0, index)))
  const pinnedCount = columns.filter((column) => column.isPinned).length
  const dataWidth = leadWidth + sum(widths)
  return {
    lines: input.lines ?? plainLines,
    columnCount: columns.length,
    rowHeight: computeRowHeight({
      isCoarse: input.isCoarse,
      isDense: input.isDense === true,
      textLines: Math.max(...columns.map(({ lines = 1 }) => lines), 1),
    }),
    headerHeight: input.isCoarse ? 44 : 34,
    hasEntry: input.hasEntry,
    lefts: actionWidth > 0 ? [...lefts, dataWidth] : lefts,
    widths: actionWidth > 0 ? [...widths, actionWidth] : widths,
    pinnedWidth: leadWidth + sum(widths.slice(0, pinnedCount)),
    pinnedCount,
    actionWidth,
    collapsesActions: input.collapsesActions === true,
    totalWidth: dataWidth + actionWidth,
    viewWidth: Infinity,
    leadWidth,
    checkWidth: computeCheckWidth(input),
    hidesNumbers: input.hidesNumbers === true,
  }
}

export function computeLeadWidth(
  input: Pick<GeometryInput, 'hasChecks' | 'hasFolds' | 'hidesNumbers' | 'isCoarse'>,
): number {
  const leadingWidth = input.hidesNumbers ? markWidth : numberWidth
  return leadingWidth + computeCheckWidth(input) + (input.hasFolds ? foldWidth + (input.isCoarse ? 16 : 0) : 0)
}

function computeCheckWidth({ hasChecks }: Pick<GeometryInput, 'hasChecks'>): number {
  return hasChecks ? checkWidth : 0
}

/**
 * Unpins columns that would take more than 60 % of the view (without the action column), until
 * there is room again. The column that names the record and the one that says where it belongs are
 * unpinned last and may take 65 %; when unpinned, they come first among the scrolling columns.
 */
export function fitPinned(
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  room: { readonly viewWidth: number; readonly leadWidth: number },
): readonly Column[] {
  const pinned = columns.filter(({ isPinned }) => isPinned)
  const byPriority = [
    ...pinned.filter(({ isName }) => isName),
    ...pinned.filter(({ isPlace }) => isPlace),
    ...pinned.filter(({ isName, isPlace }) => !isName && !isPlace),
  ]
  const fitting = new Set<Column>()
  let usedWidth = room.leadWidth
  for (const column of byPriority) {
    usedWidth += resolveColumnWidth(column, widths)
    const isIdentity = column.isName === true || column.isPlace === true
    if (usedWidth > room.viewWidth * (isIdentity ? 0.65 : 0.6)) break
    fitting.add(column)
  }
  if (fitting.size === pinned.length) return columns
  const stickyColumns = pinned.filter((column) => fitting.has(column))
  const scrolling = columns.filter((column) => !fitting.has(column))
  return [...stickyColumns, ...scrolling.map((column) => (column.isPinned ? { ...column, isPinned: false } : column))]
}

export function resolveColumnWidth(column: Column, widths: Readonly<Record<string, number>>): number {
  return Math.max(minColumnWidth, Math.round(widths[column.key] ?? column.width))
}

/**
 * Widths of the columns that share the remaining width (`grows` in their fields), in proportion to
 * their own; without remaining width those that let no column end behind the right edge. Once the
 * user has set a width by hand, no width changes automatically.
 */
export function growWidths(
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  room: number,
): Readonly<Record<string, number>> {
  const spare = room - sum(columns.map((column) => resolveColumnWidth(column, widths)))
  const growing = columns.filter(({ field }) => field.grows)
  const hasManualWidth = columns.some(({ key }) => widths[key] !== undefined)
  if (hasManualWidth) return widths
  return { ...widths, ...(spare > 0 ? shareWidth(growing, spare) : fitLastColumn(columns, room)) }
}

/** Width in px at which a cell shows the road of an address, not just its numbers. */
const roadWidth = 216

/**
 * Touch screens show no tooltip for a cut address, so its column is made wide enough for the road.
 */
export function widenAddresses(columns: readonly Column[]): readonly Column[] {
  return columns.map((column) =>
    column.field.masks === 'address' ? { ...column, width: Math.max(column.width, roadWidth) } : column,
  )
}

/** Share of their width that text columns may lose to fit the column at the right edge. */
const maxNarrowing = 0.15
/** A text column at the right edge is narrowed only if it keeps this width, in px. */
const minTextWidth = 96

/**
 * Fits the column that the right edge or the action column would cut. A cut number or day would be
 * read as another one, so the columns before it shrink to fit it, or grow to push it out of view. A
 * text column is narrowed instead, if `minTextWidth` remains.
 */
function fitLastColumn(columns: readonly Column[], room: number): Readonly<Record<string, number>> {
  const rights = columns.map((_, index) =>
    sum(columns.slice(0, index + 1).map((column) => resolveColumnWidth(column, {}))),
  )
  const index = rights.findIndex((right) => right > room)
  const cut = columns[index]
  const left = rights[index - 1] ?? 0
  if (!cut || index === 0 || left >= room) return {}
  if (isPlainText(cut) && room - left >= minTextWidth) return { [cut.key]: room - left }
  const before = columns.slice(0, index)
  const growing = before.filter(({ field }) => field.grows)
  const missing = (rights[index] ?? 0) - room
  const narrowed = [growing, before.filter(isPlainText)].find(
    (texts) => missing <= maxNarrowing * sum(texts.map(({ width }) => width)),
  )
  if (narrowed) return shareWidth(narrowed, -missing)
  return shareWidth(growing.length > 0 ? growing : before.slice(-1), room - left)
}

function isPlainText({ align, badge, field: { kind } }: Column): boolean {
  return align === 'start' && badge === undefined && (kind === 'text' || kind === 'reference')
}

/** Adds `spare` px to the columns in proportion to their widths; the last one takes the rest. */
function shareWidth(columns: readonly Column[], spare: number): Readonly<Record<string, number>> {
  const base = sum(columns.map(({ width }) => width))
  const shares = columns.map(({ width }) => Math.floor((spare * width) / base))
  const remainder = spare - sum(shares)
  return Object.fromEntries(
    columns.map(({ key, width }, index) => [
      key,
      width + (shares[index] ?? 0) + (index === columns.length - 1 ? remainder : 0),
    ]),
  )
}

/** Widths and left edges as CSS variables on the grid root, so a resize updates one element. */
export function buildCssVariables(geometry: Geometry): Readonly<Record<string, string>> {
  const columnVariables = geometry.widths.flatMap((width, index) => [
    [`--w${index}`, `${width}px`],
    [`--l${index}`, `${geometry.lefts[index] ?? 0}px`],
  ])
  return Object.fromEntries([
    ...columnVariables,
    ['--row', `${geometry.rowHeight}px`],
    ['--check', `${geometry.checkWidth}px`],
    ['--head', `${geometry.headerHeight}px`],
    ['--total', `${geometry.totalWidth}px`],
    ['--lead', `${geometry.leadWidth}px`],
  ])
}

/** Distance of a row from the top of the list in px. */
export function computeTopOfRow(geometry: Geometry, row: number): number {
  return geometry.lines.lineOf(row) * geometry.rowHeight
}

export function findRowAtTop(geometry: Geometry, top: number): number {
  // One px of tolerance, because scroll positions are fractions on scaled screens.
  return geometry.lines.at(Math.floor((top + 1) / geometry.rowHeight)).row
}

/**
 * The cell at a position in the view: `x` from the table's left edge, `y` from below the sticky
 * top. Pinned columns cover those scrolled under them; the lines of an unfolded row belong to the
 * row.
 */
export function findCellAt(
  { x, y }: { x: number; y: number },
  geometry: Geometry,
  scrolled: Pick<Viewport, 'left' | 'top'>,
): CellPosition {
  const contentX = x < geometry.pinnedWidth ? x : x + scrolled.left
  const nextColumn = geometry.lefts.findIndex((left) => left > contentX)
  const line = Math.max(0, Math.floor((y + scrolled.top) / geometry.rowHeight))
  return {
    row: geometry.lines.at(line).row,
    column: Math.max(0, (nextColumn === -1 ? geometry.lefts.length : nextColumn) - 1),
  }
}

/** Height of what sticks to the top: header and entry line. */
export function computeStickyTop(geometry: Geometry): number {
  return geometry.headerHeight + (geometry.hasEntry ? geometry.rowHeight : 0)
}

interface Viewport {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

/**
 * The scroll position at which a cell is fully visible, not covered by header, entry line, pinned
 * columns or the action column. Unchanged when it is visible already.
 */
export function scrollTargetFor(
  position: CellPosition,
  geometry: Geometry,
  view: Viewport,
): { top: number; left: number } {
  return { top: scrollTopFor(position, geometry, view), left: scrollLeftFor(position, geometry, view) }
}

function scrollTopFor({ row }: CellPosition, geometry: Geometry, view: Viewport): number {
  if (row <= entryRow) return view.top
  const room = view.height - computeStickyTop(geometry)
  const topAligned = computeTopOfRow(geometry, row)
  if (topAligned < view.top) return topAligned
  const bottomAligned = topAligned + geometry.rowHeight - room
  return bottomAligned > view.top ? bottomAligned : view.top
}

function scrollLeftFor({ column }: CellPosition, geometry: Geometry, view: Viewport): number {
  const isAction = geometry.actionWidth > 0 && column === geometry.widths.length - 1
  if (isAction || column < geometry.pinnedCount) return view.left
  const left = geometry.lefts[column] ?? 0
  const width = geometry.widths[column] ?? 0
  const leftmost = left - geometry.pinnedWidth
  if (leftmost < view.left) return leftmost
  const rightmost = left + width + geometry.actionWidth - view.width
  return rightmost > view.left ? Math.min(rightmost, leftmost) : view.left
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

interface RowHeightInput {
  isCoarse: boolean
  isDense: boolean
  /** Text lines in its tallest cell. */
  textLines: number
}

/** In px. */
function computeRowHeight({ isCoarse, isDense, textLines }: RowHeightInput): number {
  const oneLineHeight = isCoarse ? 44 : isDense ? 30 : 36
  if (textLines === 1) return oneLineHeight
  const textHeight = isCoarse ? textLines * touchLineHeight + 2 : textLines * mouseLineHeight + (isDense ? 2 : 8)
  return Math.max(oneLineHeight, textHeight)
}

/**
 * Line heights of cells with several lines (table-cell.tsx). On touch screens, where rows are high
 * anyway, three lines fit.
 */
const mouseLineHeight = 16
const touchLineHeight = 14
