import { openCellMenu } from '../clipboard/clipboard-commands.ts'
import { openColumnMenu } from '../columns/column-commands.ts'
import { finishEdit } from '../editing/cell-editor.ts'
import { pressCell } from '../focus/focus-actions.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { containsCell } from '../selection/cell-range.ts'
import { selectedRanges } from '../selection/cell-selection.ts'
import { isTouchPointer } from './last-pointer.ts'
import type { Table } from '../table.ts'

/** How long a finger must stay to open a menu, and how far it may move (px). */
const holdMs = 500
const slip = 10

/**
 * A long press opens the context menu: the column's on a header, the cell menu on a cell. It isn't
 * left to `contextmenu`, which iOS doesn't send. Where that event comes (Android, Windows) it
 * counts as the same press, so only one menu opens and never the browser's.
 */
export function listenForLongPress(table: Table, surface: HTMLElement, { signal }: { signal: AbortSignal }): void {
  const hold: Hold = { timer: undefined, from: { x: 0, y: 0 }, target: null, hasOpened: false }

  function open() {
    clearTimeout(hold.timer)
    hold.timer = undefined
    const { target, from } = hold
    hold.hasOpened = target !== null && openMenu(table, target, from)
    if (hold.hasOpened) navigator.vibrate?.(10)
  }
  function onDown(event: PointerEvent) {
    clearTimeout(hold.timer)
    hold.timer = undefined
    hold.hasOpened = false
    hold.target = isTouchPointer(event.pointerType) && event.isPrimary ? heldPlace(event.target) : null
    if (!hold.target) return
    hold.from = { x: event.clientX, y: event.clientY }
    hold.timer = setTimeout(open, holdMs)
  }
  function onMove(event: PointerEvent) {
    if (Math.hypot(event.clientX - hold.from.x, event.clientY - hold.from.y) > slip) cancelHold()
  }
  function cancelHold() {
    clearTimeout(hold.timer)
    hold.timer = undefined
  }
  surface.addEventListener('pointerdown', onDown, { signal })
  surface.addEventListener('pointermove', onMove, { signal })
  // `pointercancel` means that the finger scrolls.
  for (const name of ['pointerup', 'pointercancel']) surface.addEventListener(name, cancelHold, { signal })
  suppressClickAfterHold(surface, hold, { open, signal })
  signal.addEventListener('abort', cancelHold)
}

interface Hold {
  timer: ReturnType<typeof setTimeout> | undefined
  from: { x: number; y: number }
  target: LongPressTarget | null
  hasOpened: boolean
}

/**
 * Suppresses the browser's actions after a long press. Lifting the finger would press the menu
 * under it, or sort the column.
 */
function suppressClickAfterHold(
  surface: HTMLElement,
  hold: Hold,
  { open, signal }: { open: () => void; signal: AbortSignal },
) {
  function onMenu(event: MouseEvent) {
    if (!hold.target) return
    event.preventDefault()
    event.stopPropagation()
    if (hold.timer) open()
    hold.target = null
  }
  function onClick(event: MouseEvent) {
    if (hold.hasOpened) event.stopPropagation()
    hold.hasOpened = false
    hold.target = null
  }
  function onTouchEnd(event: TouchEvent) {
    if (hold.hasOpened && event.cancelable) event.preventDefault()
  }
  surface.addEventListener('contextmenu', onMenu, { signal, capture: true })
  surface.addEventListener('click', onClick, { signal, capture: true })
  surface.addEventListener('touchend', onTouchEnd, { signal, passive: false })
}

interface LongPressTarget {
  readonly row: number
  readonly column: number
}

/** A column header or a record's cell; buttons and an open editor don't count. */
function heldPlace(target: EventTarget | null): LongPressTarget | null {
  if (!(target instanceof Element) || target.closest('[data-handle], [data-action], [data-cell-input]')) return null
  const cell = target.closest<HTMLElement>('[data-row][data-col]')
  const row = Number(cell?.dataset['row'])
  return cell && (row >= 0 || row === headerRow) ? { row, column: Number(cell.dataset['col']) } : null
}

function openMenu(table: Table, cell: LongPressTarget, at: { x: number; y: number }): boolean {
  if (cell.row === headerRow) return openColumnMenu(table, table.props.columns[cell.column]?.key)
  // Commits text typed elsewhere first. During a composition nothing is committed and no menu
  // opens.
  if (table.session.isComposing) return false
  if (table.session.mode !== 'ready') finishEdit(table, { mode: 'commit', isImmediate: true })
  if (!selectedRanges(table).some((range) => containsCell(range, cell))) pressCell(table, cell)
  return openCellMenu(table, at)
}
