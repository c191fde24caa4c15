import { addEntry, clearEntry } from '../entry-line/add-entry.ts'
import { openEditor } from '../editing/cell-editor.ts'
import { pressCell } from '../focus/focus-actions.ts'
import { openColumnMenu } from '../columns/column-commands.ts'
import { listenForLongPress } from './hold-press.ts'
import { isByFinger } from './last-pointer.ts'
import { tapCell } from './tap-cell.ts'
import { openActiveRow } from './run-table-command.ts'
import { addSort, sortBy } from './sort-by.ts'
import { entryRow, headerRow } from '../focus/cell-navigation.ts'
import { openCellMenu } from '../clipboard/clipboard-commands.ts'
import { pressFillHandle } from '../clipboard/fill-drag.ts'
import { containsCell } from '../selection/cell-range.ts'
import { selectedRanges } from '../selection/cell-selection.ts'
import { followDrag } from '../selection/drag-select.ts'
import { addRangeAt, extendTo, selectColumnAt } from '../selection/select-cells.ts'
import { pressRowNumber, pressTick, toggleAllOnScreen } from '../selection/tick-rows.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'

/**
 * Handles mouse and touch for the whole scroll area. Cells have `data-row` and `data-col`, buttons
 * `data-action`, row numbers `data-rowhead`. A press never takes the focus from the cell input,
 * except during a composition, which it ends.
 */
export function listenToPointer(table: Table, surface: HTMLElement): () => void {
  const stop = new AbortController()
  const { signal } = stop
  listenForLongPress(table, surface, { signal })
  surface.addEventListener('mousedown', (event) => onPress(table, event), { signal })
  surface.addEventListener('click', (event) => onClick(table, event), { signal })
  surface.addEventListener('auxclick', (event) => onAuxClick(table, event), { signal })
  surface.addEventListener('dblclick', (event) => onDoubleClick(table, event), { signal })
  surface.addEventListener('contextmenu', (event) => onMenu(table, event), { signal })
  return () => stop.abort()
}

function onPress(table: Table, event: MouseEvent): void {
  const isInCellInput = event.target instanceof Element && event.target.closest('[data-cell-input]') !== null
  const cell = cellOf(event.target)
  // The middle button would start the browser's autoscroll.
  if (event.button === 1 && cell?.action === 'open') event.preventDefault()
  if (event.button !== 0 || isInCellInput) return
  if (pressFillHandle(table, event)) return
  if (!cell || cell.isHandle || cell.row === headerRow) {
    if (!table.session.isComposing) event.preventDefault()
    return
  }
  if (isByFinger() && cell.action === null && !selectionActionOf(event)) {
    if (!tapCell(table, cell)) event.preventDefault()
    return
  }
  const isLeftToBrowser = pressCell(table, cell, cell.action === null ? selectionActionOf(event) : undefined)
  if (isLeftToBrowser) return
  event.preventDefault()
  if (cell.action === null && cell.row >= 0 && !isByFinger())
    followDrag(table, { onCell: (position) => extendTo(table, position) })
}

/**
 * Right click; for touch see hold-press.ts. An open editor keeps the browser's menu, and the menu
 * key is handled as a key.
 */
function onMenu(table: Table, event: MouseEvent): void {
  const isInEditor = table.session.mode !== 'ready' && event.target === table.cellInput
  if (isInEditor || table.session.isComposing) return
  const isByKey = event.button !== 2
  const cell = isByKey ? null : cellOf(event.target)
  if (!isByKey && (!cell || cell.isHandle || cell.row === entryRow)) return
  event.preventDefault()
  if (!cell) return
  if (cell.row === headerRow) return void openColumnMenu(table, table.props.columns[cell.column]?.key)
  const isInside = selectedRanges(table).some((range) => containsCell(range, cell))
  if (!isInside) pressCell(table, cell)
  openCellMenu(table, { x: event.clientX, y: event.clientY })
}

function onClick(table: Table, event: MouseEvent): void {
  if (pressRowhead(table, event)) return
  const cell = cellOf(event.target)
  if (!cell || cell.isHandle) return
  if (cell.row === headerRow) {
    // A plain click sorts. Shift adds a sort column, or extends the selection when columns are
    // selected; Ctrl selects the column, as in spreadsheets.
    if (event.shiftKey) {
      if (table.selection.extent === 'columns') selectColumnAt(table, cell.column, 'extend')
      else addSort(table, cell.column)
    } else if (event.ctrlKey || event.metaKey) selectColumnAt(table, cell.column, 'add')
    else sortBy(table, cell.column)
    return
  }
  if (cell.action !== null)
    runAction(table, cell.row, isForWindow(event) && cell.action === 'open' ? 'window' : cell.action)
  else if (table.props.opensOnClick && cell.row >= 0 && !selectionActionOf(event)) openActiveRow(table)
}

/** The same modifiers that open links elsewhere. */
function isForWindow(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey
}

/** The middle button only opens the row in another window. */
function onAuxClick(table: Table, event: MouseEvent): void {
  const cell = cellOf(event.target)
  if (event.button === 1 && cell?.action === 'open') runAction(table, cell.row, 'window')
}

function onDoubleClick(table: Table, event: MouseEvent): void {
  const cell = cellOf(event.target)
  if (!cell || cell.isHandle || cell.row === headerRow || cell.action !== null) return
  if (event.shiftKey || event.ctrlKey || event.metaKey) return
  if (openEditor(table)) focusCellInput(table)
}

/**
 * What a press on a cell does: with Shift extends the selection, with Ctrl starts another
 * rectangle; undefined just moves there.
 */
function selectionActionOf(event: MouseEvent): typeof extendTo | undefined {
  if (event.shiftKey) return extendTo
  return event.ctrlKey || event.metaKey ? addRangeAt : undefined
}

/** Handles row numbers and checkboxes; returns whether the press was on one. */
function pressRowhead(table: Table, event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !table.props.rowSelection) return false
  const head = event.target.closest<HTMLElement>('[data-rowhead]')
  if (!head) return false
  // The unfold button in the row header must not tick the row.
  if (event.target.closest('[data-handle]')) return true
  const row = Number(head.dataset['row'])
  const isTick = event.target.closest('[data-check]') !== null
  if (row === headerRow) {
    if (isTick) toggleAllOnScreen(table)
  } else if (isTick) pressTick(table, row, event.shiftKey)
  else pressRowNumber(table, row, event)
  return true
}

function runAction(table: Table, rowIndex: number, action: string): void {
  if (rowIndex === entryRow) {
    if (action === 'clear') clearEntry(table)
    else addEntry(table)
    return
  }
  if (action === 'menu') return void openCellMenu(table, null)
  const row = table.props.source.rowAt(rowIndex)
  if (!row) return
  const { onOpenRow, onPopOutRow, onDeleteRow, rowActions } = table.props
  if (action === 'window' && onPopOutRow) onPopOutRow(row)
  else if (action === 'open' || action === 'window') onOpenRow?.(row)
  else if (action === 'delete') onDeleteRow?.(row)
  else rowActions?.find(({ key }) => key === action)?.run(row)
}

interface PressedCell {
  readonly row: number
  readonly column: number
  readonly action: string | null
  readonly isHandle: boolean
}

function cellOf(target: EventTarget | null): PressedCell | null {
  if (!(target instanceof Element)) return null
  const cell = target.closest<HTMLElement>('[data-col]')
  if (!cell) return null
  return {
    row: Number(cell.dataset['row']),
    column: Number(cell.dataset['col']),
    action: target.closest<HTMLElement>('[data-action]')?.dataset['action'] ?? null,
    isHandle: target.closest('[data-handle]') !== null,
  }
}
