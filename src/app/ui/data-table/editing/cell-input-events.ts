import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { handleCopyEvent } from '../clipboard/copy-cells.ts'
import { onPasteEvent } from '../clipboard/paste-cells.ts'
import { findCommand, type KeyMode } from '../commands/key-commands.ts'
import { commandHandlers, handlePromptKey } from '../commands/run-table-command.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { type Table, updateFocusView } from '../table.ts'
import { endComposition, explainTyping, finishEdit, startComposition, typeText } from './cell-editor.ts'

/**
 * How long an editor that lost the focus waits before it commits, in ms; the focus may come back
 * from a list or a button.
 */
const blurDelayMs = 200

/**
 * Handles the events of the table's single input. An edit begins with `input` or
 * `compositionstart`, never with a key. The input is focused and empty before the first 자모 arrives,
 * so the input method composes in the right place.
 */
export function listenToCellInput(table: Table, cellInput: HTMLTextAreaElement): () => void {
  const controller = new AbortController()
  const { signal } = controller
  cellInput.addEventListener('keydown', (event) => onKeyDown(table, event), { signal })
  cellInput.addEventListener('beforeinput', (event) => refuseStrayBreak(event), { signal })
  cellInput.addEventListener('input', () => onInput(table, cellInput), { signal })
  cellInput.addEventListener('compositionstart', () => startComposition(table), { signal })
  cellInput.addEventListener('compositionend', () => endComposition(table, cellInput.value), { signal })
  cellInput.addEventListener('copy', (event) => onCopy(table, event), { signal })
  cellInput.addEventListener('cut', (event) => onCopy(table, event), { signal })
  cellInput.addEventListener('paste', (event) => onPasteEvent(table, event), { signal })
  cellInput.addEventListener('focus', () => onFocus(table), { signal })
  cellInput.addEventListener('blur', (event) => onBlur(table, event), { signal })
  // Leaving the page doesn't wait 200 ms: the screen needs the edit before its own pagehide
  // handler.
  addEventListener('beforeunload', () => commitNow(table), { signal })
  addEventListener('pagehide', () => commitNow(table), { signal })
  return () => {
    commitNow(table)
    clearTimeout(table.blurTimer)
    controller.abort()
  }
}

function commitNow(table: Table): void {
  finishEdit(table, { mode: 'commit', isImmediate: true })
}

/** Runs the command of a key; one without a command is left to the browser. */
export function onKeyDown(table: Table, event: KeyboardEvent): void {
  if (isImeKey(event)) return explainTyping(table, event)
  if (!handlePromptKey(table, event)) {
    const command = findCommand(event, getKeyMode(table))
    const isLeavingTable = table.isTabLeavingTable && (command === 'next' || command === 'previous')
    table.isTabLeavingTable = command === 'escape'
    if (!command || isLeavingTable || !commandHandlers[command]?.(table)) return explainTyping(table, event)
  }
  event.preventDefault()
  // Keeps an Escape that closes the panel from reaching the question about unsaved changes.
  if (table.isTabLeavingTable && table.props.openRecord) event.stopPropagation()
}

function getKeyMode(table: Table): KeyMode {
  if (table.session.mode === 'ready') return table.position.row === headerRow ? 'header' : 'ready'
  return table.list && table.list.options.length > 0 ? 'list' : table.session.mode
}

/**
 * Some input methods send the Enter that ended a syllable as a line break. Alt+Enter writes its
 * own.
 */
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
  updateFocusView(table)
}

export function onBlur(table: Table, event: FocusEvent): void {
  // The focus moved between cells, or between a cell and its editor, and stays in the table.
  if (
    table.isScreenReaderMode &&
    event.relatedTarget instanceof HTMLElement &&
    belongsToTable(table, event.relatedTarget)
  )
    return
  table.isFocused = false
  table.isTabLeavingTable = false
  updateFocusView(table)
  clearTimeout(table.blurTimer)
  // A window that lost the focus doesn't end an edit; the cell is still the document's active
  // element.
  if (document.activeElement === table.cellInput) return
  // Reading the list of keys or choosing a day doesn't end the edit behind it.
  if (table.prompt?.type === 'keys' || table.prompt?.type === 'calendar') return
  // Nor does looking at the results of the global search.
  if (event.relatedTarget instanceof HTMLElement && event.relatedTarget.closest('[data-keeps-edit]')) return
  // A link leaves the screen, which needs the typed text before that.
  if (event.relatedTarget instanceof HTMLAnchorElement) commitNow(table)
  else table.blurTimer = setTimeout(() => commitNow(table), blurDelayMs)
}

function belongsToTable(table: Table, element: HTMLElement): boolean {
  return element === table.cellInput || element.id.startsWith(`${table.gridId}-`)
}

/**
 * Handles copy and cut by key or by the browser's menu. Options set by our own copy commands are in
 * `copyOptions`.
 */
export function onCopy(table: Table, event: ClipboardEvent): void {
  handleCopyEvent(table, event, table.copyOptions ?? { isCut: event.type === 'cut', withHeaders: false })
}
