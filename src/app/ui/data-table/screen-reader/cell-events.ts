import { isImeKey } from '../../text-editing/composition.ts'
import { onPasteEvent } from '../clipboard/paste-cells.ts'
import { findCommand } from '../commands/key-commands.ts'
import { onBlur, onCopy, onFocus, onKeyDown } from '../editing/cell-input-events.ts'
import { isEditableAt, type Table } from '../table.ts'
import { announceToScreenReader } from './announce-actions.ts'

/**
 * Handles, on the cells themselves, the events that the cell input handles outside screen-reader
 * mode. Letters don't open the editor here: an input method cannot start composing on an element
 * without text, and screen readers use letters themselves. An announcement names the key that does.
 */
export function listenToCells(table: Table, grid: HTMLElement): () => void {
  const controller = new AbortController()
  const { signal } = controller
  grid.addEventListener('keydown', (event) => isOnCell(event) && onCellKey(table, event), { signal })
  grid.addEventListener('copy', (event) => isOnCell(event) && onCopy(table, event), { signal })
  grid.addEventListener('cut', (event) => isOnCell(event) && onCopy(table, event), { signal })
  grid.addEventListener('paste', (event) => isOnCell(event) && onPasteEvent(table, event), { signal })
  grid.addEventListener('focusin', (event) => isOnCell(event) && onFocus(table), { signal })
  grid.addEventListener('focusout', (event) => isOnCell(event) && onBlur(table, event), { signal })
  return () => controller.abort()
}

function onCellKey(table: Table, event: KeyboardEvent): void {
  const isText =
    event.key.length === 1 && !(event.ctrlKey || event.metaKey || event.altKey) && !findCommand(event, 'ready')
  if ((isImeKey(event) || isText) && isEditableAt(table, table.position)) {
    announceToScreenReader(table, '수정하려면 Enter 또는 F2를 누르세요.')
    return
  }
  onKeyDown(table, event)
}

/** Buttons inside cells keep their keys. */
function isOnCell(event: Event): boolean {
  return event.target instanceof HTMLElement && event.target.hasAttribute('aria-colindex')
}
