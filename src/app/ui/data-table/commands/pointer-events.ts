import { openCellMenu } from '../clipboard/clipboard-commands.ts'
import { pressFillHandle } from '../clipboard/fill-cells.ts'
import { openColumnMenu } from '../columns/column-commands.ts'
import { finishEdit, openEditor } from '../editing/cell-editor.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { addEntryLine, clearEntry } from '../entry-line/entry-line-actions.ts'
import { type CellPosition, entryRow, headerRow } from '../focus/cell-navigation.ts'
import { pressCell } from '../focus/focus-actions.ts'
import { containsCell } from '../selection/cell-range.ts'
import { hasSelection, listSelectedRanges } from '../selection/cell-selection.ts'
import { pressCheckbox, pressRowNumber, toggleAllOnScreen } from '../selection/check-rows.ts'
import { watchDrag } from '../selection/drag-select.ts'
import { addRangeAt, extendTo, selectColumnAt } from '../selection/select-cells.ts'
import type { Table } from '../table.ts'
import { isTouch, isTouchPointer } from './last-pointer.ts'
import { openActiveRow } from './run-table-command.ts'
import { addSort, sortBy } from './sort-by.ts'

/**
 * Handles mouse and touch for the whole scroll area. Cells have `data-row` and `data-col`, buttons
 * `data-action`, row numbers `data-rowhead`. A press never takes the focus from the cell input,
 * except during a composition, which it ends.
 */
export function listenToPointer(table: Table, surface: HTMLElement): () => void {
  const controller = new AbortController()
  const { signal } = controller
  listenForLongPress(table, surface, { signal })
  surface.addEventListener('mousedown', (event) => onPress(table, event), { signal })
  surface.addEventListener('click', (event) => onClick(table, event), { signal })
  surface.addEventListener('auxclick', (event) => onAuxClick(table, event), { signal })
  surface.addEventListener('dblclick', (event) => onDoubleClick(table, event), { signal })
  surface.addEventListener('contextmenu', (event) => onMenu(table, event), { signal })
  return () => controller.abort()
}

function onPress(table: Table, event: MouseEvent): void {
  const isInCellInput = event.target instanceof Element && event.target.closest('[data-cell-input]') !== null
  const cell = findPressedCell(event.target)
  // The middle button would start the browser's autoscroll.
  if (event.button === 1 && cell?.action === 'open') event.preventDefault()
  if (event.button !== 0 || isInCellInput) return
  if (pressFillHandle(table, event)) return
  if (!cell || cell.isHandle || cell.row === headerRow) {
    if (!table.session.isComposing) event.preventDefault()
    return
  }
  if (isTouch() && cell.action === null && !chooseSelectionAction(event)) {
    if (!tapCell(table, cell)) event.preventDefault()
    return
  }
  const isLeftToBrowser = pressCell(table, cell, cell.action === null ? chooseSelectionAction(event) : undefined)
  if (isLeftToBrowser) return
  event.preventDefault()
  if (cell.action === null && cell.row >= 0 && !isTouch())
    watchDrag(table, { onCell: (position) => extendTo(table, position) })
}

/**
 * Right click; for touch see `listenForLongPress`. An open editor keeps the browser's menu, and the
 * menu key is handled as a key.
 */
function onMenu(table: Table, event: MouseEvent): void {
  const isInEditor = table.session.mode !== 'ready' && event.target === table.cellInput
  if (isInEditor || table.session.isComposing) return
  const isFromKeyboard = event.button !== 2
  const cell = isFromKeyboard ? null : findPressedCell(event.target)
  if (!isFromKeyboard && (!cell || cell.isHandle || cell.row === entryRow)) return
  event.preventDefault()
  if (!cell) return
  if (cell.row === headerRow) return void openColumnMenu(table, table.props.columns[cell.column]?.key)
  const isInside = listSelectedRanges(table).some((range) => containsCell(range, cell))
  if (!isInside) pressCell(table, cell)
  openCellMenu(table, { x: event.clientX, y: event.clientY })
}

function onClick(table: Table, event: MouseEvent): void {
  if (pressRowhead(table, event)) return
  const cell = findPressedCell(event.target)
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
    runAction(table, cell.row, isNewWindowClick(event) && cell.action === 'open' ? 'window' : cell.action)
  else if (table.props.opensOnClick && cell.row >= 0 && !chooseSelectionAction(event)) openActiveRow(table)
}

/** The same modifiers that open links elsewhere. */
function isNewWindowClick(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey
}

/** The middle button only opens the row in another window. */
function onAuxClick(table: Table, event: MouseEvent): void {
  const cell = findPressedCell(event.target)
  if (event.button === 1 && cell?.action === 'open') runAction(table, cell.row, 'window')
}

function onDoubleClick(table: Table, event: MouseEvent): void {
  const cell = findPressedCell(event.target)
  if (!cell || cell.isHandle || cell.row === headerRow || cell.action !== null) return
  if (event.shiftKey || event.ctrlKey || event.metaKey) return
  if (openEditor(table)) focusCellInput(table)
}

/**
 * What a press on a cell does: with Shift extends the selection, with Ctrl starts another
 * rectangle; undefined just moves there.
 */
function chooseSelectionAction(event: MouseEvent): typeof extendTo | undefined {
  if (event.shiftKey) return extendTo
  return event.ctrlKey || event.metaKey ? addRangeAt : undefined
}

/** Handles row numbers and checkboxes; returns whether the press was on one. */
function pressRowhead(table: Table, event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !table.props.rowSelection) return false
  const head = event.target.closest<HTMLElement>('[data-rowhead]')
  if (!head) return false
  // The unfold button in the row header must not check the row.
  if (event.target.closest('[data-handle]')) return true
  const row = Number(head.dataset['row'])
  const isTick = event.target.closest('[data-check]') !== null
  if (row === headerRow) {
    if (isTick) toggleAllOnScreen(table)
  } else if (isTick) pressCheckbox(table, row, event.shiftKey)
  else pressRowNumber(table, row, event)
  return true
}

function runAction(table: Table, rowIndex: number, action: string): void {
  if (rowIndex === entryRow) {
    if (action === 'clear') clearEntry(table)
    else addEntryLine(table)
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

function findPressedCell(target: EventTarget | null): PressedCell | null {
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

/** How long a finger must stay to open a menu, and how far it may move (px). */
export const longPressMs = 500
export const maxPressDrift = 10

/**
 * A long press opens the context menu: the column's on a header, the cell menu on a cell. It isn't
 * left to `contextmenu`, which iOS doesn't send. Where that event comes (Android, Windows) it
 * counts as the same press, so only one menu opens and never the browser's.
 */
function listenForLongPress(table: Table, surface: HTMLElement, { signal }: { signal: AbortSignal }): void {
  const longPress: LongPress = { timer: undefined, from: { x: 0, y: 0 }, target: null, hasOpened: false }

  function onLongPress() {
    clearTimeout(longPress.timer)
    longPress.timer = undefined
    const { target, from } = longPress
    longPress.hasOpened = target !== null && openMenu(table, target, from)
    if (longPress.hasOpened) navigator.vibrate?.(10)
  }
  function onDown(event: PointerEvent) {
    clearTimeout(longPress.timer)
    longPress.timer = undefined
    longPress.hasOpened = false
    longPress.target = isTouchPointer(event.pointerType) && event.isPrimary ? findLongPressTarget(event.target) : null
    if (!longPress.target) return
    longPress.from = { x: event.clientX, y: event.clientY }
    longPress.timer = setTimeout(onLongPress, longPressMs)
  }
  function onMove(event: PointerEvent) {
    if (Math.hypot(event.clientX - longPress.from.x, event.clientY - longPress.from.y) > maxPressDrift)
      cancelLongPress()
  }
  function cancelLongPress() {
    clearTimeout(longPress.timer)
    longPress.timer = undefined
  }
  surface.addEventListener('pointerdown', onDown, { signal })
  surface.addEventListener('pointermove', onMove, { signal })
  // `pointercancel` means that the finger scrolls.
  for (const name of ['pointerup', 'pointercancel']) surface.addEventListener(name, cancelLongPress, { signal })
  suppressClickAfterLongPress(surface, longPress, { onLongPress, signal })
  signal.addEventListener('abort', cancelLongPress)
}

interface LongPress {
  timer: ReturnType<typeof setTimeout> | undefined
  from: { x: number; y: number }
  target: LongPressTarget | null
  hasOpened: boolean
}

/**
 * Suppresses the browser's actions after a long press. Lifting the finger would press the menu
 * under it, or sort the column.
 */
function suppressClickAfterLongPress(
  surface: HTMLElement,
  longPress: LongPress,
  { onLongPress, signal }: { onLongPress: () => void; signal: AbortSignal },
) {
  function onContextMenu(event: MouseEvent) {
    if (!longPress.target) return
    event.preventDefault()
    event.stopPropagation()
    if (longPress.timer) onLongPress()
    longPress.target = null
  }
  function onLiftedClick(event: MouseEvent) {
    if (longPress.hasOpened) event.stopPropagation()
    longPress.hasOpened = false
    longPress.target = null
  }
  function onTouchEnd(event: TouchEvent) {
    if (longPress.hasOpened && event.cancelable) event.preventDefault()
  }
  surface.addEventListener('contextmenu', onContextMenu, { signal, capture: true })
  surface.addEventListener('click', onLiftedClick, { signal, capture: true })
  surface.addEventListener('touchend', onTouchEnd, { signal, passive: false })
}

interface LongPressTarget {
  readonly row: number
  readonly column: number
}

/** A column header or a record's cell; buttons and an open editor don't count. */
function findLongPressTarget(target: EventTarget | null): LongPressTarget | null {
  if (!(target instanceof Element) || target.closest('[data-handle], [data-action], [data-cell-input]')) return null
  const cell = target.closest<HTMLElement>('[data-row][data-col]')
  const row = Number(cell?.dataset['row'])
  return cell && (row >= 0 || row === headerRow) ? { row, column: Number(cell.dataset['col']) } : null
}

function openMenu(table: Table, cell: LongPressTarget, point: { x: number; y: number }): boolean {
  if (cell.row === headerRow) return openColumnMenu(table, table.props.columns[cell.column]?.key)
  // Commits text typed in another cell first. During a composition nothing is committed and no menu
  // opens.
  if (table.session.isComposing) return false
  if (table.session.mode !== 'ready') finishEdit(table, { mode: 'commit', isImmediate: true })
  if (!listSelectedRanges(table).some((range) => containsCell(range, cell))) pressCell(table, cell)
  return openCellMenu(table, point)
}

/**
 * A tap selects a cell without opening the keyboard. A tap on the active cell opens it, because
 * touch has no double click or F2. In a range the first tap only clears the range. Returns the same
 * as `pressCell`.
 */
export function tapCell(table: Table, to: CellPosition): boolean {
  const { position } = table
  const isSame = position.row === to.row && position.column === to.column
  const isOpening = table.isFocused && isSame && !hasSelection(table)
  const isLeftToBrowser = pressCell(table, to)
  if (!isLeftToBrowser && isOpening && !openEditor(table)) openActiveRow(table)
  return isLeftToBrowser
}
