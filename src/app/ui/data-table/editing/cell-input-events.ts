import { isImeKey } from '#app/ui/composition.ts'
import { onCopyEvent } from '../clipboard/copy-cells.ts'
import { onPasteEvent } from '../clipboard/paste-cells.ts'
import { beginComposition, endComposition, finishEdit, typeText } from './cell-editor.ts'
import { answerTyping } from './read-only.ts'
import { runKey } from '../commands/run-table-command.ts'
import { announceFocus } from '../table.ts'
import type { Table } from '../table.ts'

/** How long an editor that lost the focus waits before it commits (spec 1 §9 "Cell-edit blur delay"): the focus may come back from a list or a button. */
const blurDelay = 200

/**
 * Binds the one input of the table. An edit begins with `input` or `compositionstart`, never with a key: the input is focused and empty before the first
 * 자모 comes, so the input method composes it in the right place (grid.md §14 lines 8 to 11).
 */
export function listenToCellInput(table: Table, cellInput: HTMLTextAreaElement): () => void {
  const stop = new AbortController()
  const { signal } = stop
  cellInput.addEventListener('keydown', (event) => onKeyDown(table, event), { signal })
  cellInput.addEventListener('beforeinput', (event) => refuseStrayBreak(event), { signal })
  cellInput.addEventListener('input', () => onInput(table, cellInput), { signal })
  cellInput.addEventListener('compositionstart', () => beginComposition(table), { signal })
  cellInput.addEventListener('compositionend', () => endComposition(table, cellInput.value), { signal })
  cellInput.addEventListener('copy', (event) => onCopy(table, event), { signal })
  cellInput.addEventListener('cut', (event) => onCopy(table, event), { signal })
  cellInput.addEventListener('paste', (event) => onPasteEvent(table, event), { signal })
  cellInput.addEventListener('focus', () => onFocus(table), { signal })
  cellInput.addEventListener('blur', (event) => onBlur(table, event), { signal })
  // A page that is left does not wait 200 ms: the screen that takes the edit must have it before its own last moment (pagehide).
  addEventListener('beforeunload', () => commitNow(table), { signal })
  addEventListener('pagehide', () => commitNow(table), { signal })
  return () => {
    commitNow(table)
    clearTimeout(table.blurTimer)
    stop.abort()
  }
}

function commitNow(table: Table): void {
  finishEdit(table, { how: 'commit', isForced: true })
}

export function onKeyDown(table: Table, event: KeyboardEvent): void {
  if (isImeKey(event)) return answerTyping(table, event)
  if (runKey(table, event)) event.preventDefault()
  else answerTyping(table, event)
}

/** Some input methods send the Enter that ended a syllable on as a line break. Alt+Enter writes its own. */
function refuseStrayBreak(event: InputEvent): void {
  if (event.isComposing) return
  if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') event.preventDefault()
}

function onInput(table: Table, cellInput: HTMLTextAreaElement): void {
  if (table.session.mode === 'ready' && cellInput.value === '') return
  typeText(table, cellInput.value)
}

export function onFocus(table: Table): void {
  clearTimeout(table.blurTimer)
  if (table.isFocused) return
  table.isFocused = true
  announceFocus(table)
}

export function onBlur(table: Table, event: FocusEvent): void {
  // From cell to cell, or between a cell and its editor: the focus stays in the table.
  if (table.isReader && event.relatedTarget instanceof HTMLElement && isOfTable(table, event.relatedTarget)) return
  table.isFocused = false
  table.isLeaving = false
  announceFocus(table)
  clearTimeout(table.blurTimer)
  // A window that lost the focus is no end of an edit: the cell is still the document's active element.
  if (document.activeElement === table.cellInput) return
  // The sheet of keys is read, and a day chosen, in the middle of an edit, which goes on behind it.
  if (table.ask?.type === 'keys' || table.ask?.type === 'calendar') return
  // So is what a search over everything finds.
  if (event.relatedTarget instanceof HTMLElement && event.relatedTarget.closest('[data-keeps-edit]')) return
  // A link leads away from the screen, which has to know by then what was typed.
  if (event.relatedTarget instanceof HTMLAnchorElement) commitNow(table)
  else table.blurTimer = setTimeout(() => commitNow(table), blurDelay)
}

function isOfTable(table: Table, element: HTMLElement): boolean {
  return element === table.cellInput || element.id.startsWith(`${table.gridId}-`)
}

/** Copy and cut, by key or by the browser's own menu; what a command of ours wished for beside it stands in the table. */
export function onCopy(table: Table, event: ClipboardEvent): void {
  onCopyEvent(table, event, table.copyWish ?? { isCut: event.type === 'cut', withHeaders: false })
}
