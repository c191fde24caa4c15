import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatCellText } from './cells/cell-text.ts'
import type { PlanSource, WritePlan } from './clipboard/plan-writes.ts'
import { type ColumnWindow, firstColumns } from './columns/column-window.ts'
import type { CellOption, Column, DataTableProps } from './data-table-props.ts'
import { type EditSession, readySession } from './editing/edit-session.ts'
import type { OptionList } from './editing/suggestions.ts'
import { createEntry, type EntryStore } from './entry-line/entry-line-state.ts'
import { type CellPosition, entryRow, type GridShape } from './focus/cell-navigation.ts'
import { computeGeometry, type Geometry } from './layout/geometry.ts'
import type { PendingCells } from './pending/pending-cells-types.ts'
import { createPendingCells } from './pending/pending-cells.ts'
import { isRowLocked } from './rows/row-state.ts'
import { type CellSelection, nothingSelected } from './selection/cell-range.ts'
import { createSignals, type Signals } from './signals.ts'
import { allFolded, type Unfolding } from './unfolding/row-lines.ts'

/**
 * The state of one mounted table: everything that changes while a user works in it, as a plain
 * object outside React. Functions in this folder change it and emit signals; components render the
 * snapshots. Signals: `focus` (active cell, editor, list, notice), `row:<index>`, `selection`,
 * `checks` (checked rows), `ask` (preview, cell menu, list of keys, calendar), `entry`, `scroll`,
 * `columns` (window), `unfolding`, `column-menu`.
 */
export interface Table {
  readonly gridId: string
  readonly signals: Signals
  readonly pending: PendingCells
  readonly entry: EntryStore
  props: DataTableProps
  geometry: Geometry
  /** The active cell. It always exists, even when scrolled away or filtered out. */
  position: CellPosition
  /** Id of the record in the active row, to find it in another result. */
  activeId: string | null
  /**
   * Cells selected beyond the active one, and those marked by a cut. Changed only by
   * selection/cell-selection.ts. Signal: `selection`.
   */
  selection: CellSelection
  /** A range is being drawn by touch, so nothing may move under the finger. Signal: `selection`. */
  isDrawingRange: boolean
  /** The row checked last, from which Shift checks. */
  lastChecked: number | null
  /**
   * What is open over the table: a preview, the cell menu, the list of keys or the calendar.
   * Signal: `ask`.
   */
  prompt: TablePrompt | null
  /** Options for the copy event that one of our commands triggered. */
  copyOptions: CopyOptions | null
  isFocused: boolean
  /** Screen-reader mode: outside an edit the cells themselves have the focus (screen-reader/). */
  isScreenReaderMode: boolean
  /** Last announcement to screen readers and its number; signal `announcement`. */
  announcement: { readonly text: string; readonly number: number }
  session: EditSession
  /** The row when its editor opened; its version is what the user saw. Null in the entry line. */
  editedRow: SourceRow | null
  list: OptionList | null
  /** The option taken from the list, because two may have the same label. */
  chosenOption: CellOption | null
  /** Why the editor did not close, or why an action was refused. */
  notice: string | null
  /** Column where a run of Tabs began, to which Enter returns. */
  tabRun: { readonly column: number; hasEdited: boolean } | null
  /** After Escape, one Tab leaves the table. */
  isTabLeavingTable: boolean
  topRow: number
  /**
   * Last known horizontal scroll position and view width in px. Reading them during a render would
   * force a layout.
   */
  horizontalView: { readonly left: number; readonly width: number }
  /** The scrollable columns being rendered; signal `columns`. */
  columnWindow: ColumnWindow
  /** Columns pinned by the user, whether or not all fit. */
  pinnedKeys: ReadonlySet<string>
  /** Stores these widths; other columns stay as they are. */
  setWidths: (widths: Readonly<Record<string, number>>) => void
  /** The column whose menu is open; signal `column-menu`. */
  menuColumn: string | null
  /** Rows that show their hidden columns; signal `unfolding`. */
  unfolding: Unfolding
  /** The top row of the view when rows were folded, to restore its position. */
  foldAnchor: { readonly row: number; readonly below: number } | null
  /** The row the screen remembers, until enough rows have loaded to scroll to it; 0 for none. */
  restoreRow: number
  /** The page the user chose, while the list stays scrolled to it. */
  chosenPage: { readonly page: number; readonly scrollTop: number } | null
  lastSourceState: { generation: number; queryKey: string; sort: readonly Sort[] }
  /** The record the table was sent to, until the user moves; another result keeps it active. */
  soughtId: string | null
  blurTimer: ReturnType<typeof setTimeout> | undefined
  scroller: HTMLElement | null
  cellInput: HTMLTextAreaElement | null
  /** Snapshot for the cell input, the notice and the option list. */
  focusView: FocusView
}

/** Options of a copy: Ctrl+X marks its cells, Ctrl+Shift+C includes the column names. */
export interface CopyOptions {
  readonly isCut: boolean
  readonly withHeaders: boolean
}

type TablePrompt =
  | { readonly type: 'preview'; readonly plan: WritePlan; readonly source: PlanSource }
  /** `at` is the pointer in px of the window; null opens it at the active cell. */
  | { readonly type: 'menu'; readonly at: { readonly x: number; readonly y: number } | null }
  /** The list of keys. */
  | { readonly type: 'keys' }
  /** The calendar over the editor of a date. */
  | { readonly type: 'calendar' }

export interface FocusView {
  readonly row: number
  readonly column: number
  readonly isFocused: boolean
  readonly mode: EditSession['mode']
  readonly list: OptionList | null
  readonly notice: string | null
}

export function createTable(gridId: string, props: DataTableProps): Table {
  const signals = createSignals()
  const position: CellPosition = { row: props.entry ? entryRow : 0, column: 0 }
  const table: Table = {
    gridId,
    signals,
    props,
    pending: props.pending ?? createPendingCells(() => table.props.source),
    entry: createEntry(signals, () => table.props.entry),
    geometry: computeGeometry({ columns: [], widths: {}, actionWidth: 0, hasEntry: false, isCoarse: false }),
    position,
    activeId: null,
    selection: nothingSelected,
    isDrawingRange: false,
    lastChecked: null,
    prompt: null,
    copyOptions: null,
    isFocused: false,
    isScreenReaderMode: false,
    announcement: { text: '', number: 0 },
    session: readySession,
    editedRow: null,
    list: null,
    chosenOption: null,
    notice: null,
    tabRun: null,
    isTabLeavingTable: false,
    topRow: 0,
    horizontalView: { left: 0, width: 0 },
    columnWindow: firstColumns,
    pinnedKeys: new Set(),
    setWidths: () => {},
    menuColumn: null,
    unfolding: allFolded,
    foldAnchor: null,
    restoreRow: props.savedRow?.start() ?? 0,
    chosenPage: null,
    lastSourceState: { generation: props.source.getState().generation, queryKey: props.queryKey, sort: props.sort },
    soughtId: null,
    blurTimer: undefined,
    scroller: null,
    cellInput: null,
    focusView: { ...position, isFocused: false, mode: 'ready', list: null, notice: null },
  }
  table.entry.start(props.entry)
  return table
}

/**
 * Notifies everything that renders the active cell. A row is notified only when one of its cells
 * changes its look.
 */
export function updateFocusView(table: Table): void {
  const before = table.focusView
  const { position, session, list, notice, isFocused } = table
  const view: FocusView = { ...position, isFocused, mode: session.mode, list, notice }
  table.focusView = view
  table.signals.emit('focus')
  const isSameLook =
    before.row === view.row &&
    before.column === view.column &&
    before.isFocused === view.isFocused &&
    (before.mode === 'ready') === (view.mode === 'ready')
  if (isSameLook) return
  table.signals.emit(`row:${before.row}`)
  if (before.row !== view.row) table.signals.emit(`row:${view.row}`)
}

/** Whether the table has a form or an entry line for a new record. */
export function canAddRecords({ props }: Table): boolean {
  return props.onAdd !== undefined || props.entry !== undefined
}

/** Whether a row can be opened. */
export function isRowOpenable({ props }: Table, row: SourceRow): boolean {
  return props.canOpenRow?.(row) ?? true
}

/**
 * What a row shows of the focus: the active column (-1 for none) and whether its editor is open. A
 * string, so that snapshots compare by value.
 */
export function serializeRowFocus(table: Table, row: number): string {
  const view = table.focusView
  if (view.row !== row) return ''
  return `${view.column}${view.mode === 'ready' ? '' : 'e'}${view.isFocused ? 'f' : ''}`
}

export function parseRowFocus(focus: string): { column: number; isEditing: boolean; isFocused: boolean } {
  if (focus === '') return { column: -1, isEditing: false, isFocused: false }
  return { column: Number.parseInt(focus, 10), isEditing: focus.includes('e'), isFocused: focus.includes('f') }
}

/** Undefined for the action column. */
export function getColumn(table: Table, column: number): Column | undefined {
  return table.props.columns[column]
}

export function getActiveColumn(table: Table): Column | undefined {
  return getColumn(table, table.position.column)
}

/** Undefined in the header, in the entry line, and while the row isn't loaded. */
export function getActiveRow(table: Table): SourceRow | undefined {
  return table.position.row >= 0 ? table.props.source.rowAt(table.position.row) : undefined
}

export function isEditableAt(table: Table, position: CellPosition): boolean {
  const column = getColumn(table, position.column)
  if (!column?.isEditable) return false
  if (position.row === entryRow) return table.props.entry?.keys?.includes(column.key) ?? table.props.entry !== undefined
  const row = table.props.source.rowAt(position.row)
  return row !== undefined && !isRowLocked(row) && table.props.onEdit !== undefined
}

export function toGridShape(table: Table): GridShape {
  const { props, geometry, scroller } = table
  const rowsHeight =
    (scroller?.clientHeight ?? 600) - geometry.headerHeight - (geometry.hasEntry ? geometry.rowHeight : 0)
  return {
    rows: props.source.getState().total,
    columns: geometry.widths.length,
    hasEntry: props.entry !== undefined,
    pageRows: Math.max(1, Math.floor(rowsHeight / geometry.rowHeight) - 1),
    isEmpty: (position) => isEmptyAt(table, position),
    isSkipped: (position) => isSkippedInEntry(table, position),
  }
}

/**
 * In the entry line Tab skips what is not typed: read-only cells, and values that follow from
 * another field. It stops at carried values, so the same keys fill every record. Arrow keys and the
 * mouse reach all cells.
 */
function isSkippedInEntry(table: Table, position: CellPosition): boolean {
  const column = getColumn(table, position.column)
  if (position.row !== entryRow || !column) return false
  return !isEditableAt(table, position) || table.entry.get().derived.includes(column.key)
}

/** Whether a column of the entry line needs a value. Enter goes only to these. */
export function isNeededInEntry(table: Table, column: number): boolean {
  const key = getColumn(table, column)?.key
  if (key === undefined || isSkippedInEntry(table, { row: entryRow, column })) return false
  return !table.entry.get().carried.includes(key)
}

function isEmptyAt(table: Table, position: CellPosition): boolean | undefined {
  const column = getColumn(table, position.column)
  if (!column) return false
  if (position.row === entryRow) return (table.entry.get().draft[column.key] ?? null) === null
  const row = table.props.source.rowAt(position.row)
  return row ? formatCellText(column, row) === '' : undefined
}
