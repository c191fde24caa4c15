import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { listMountedTables } from '../mounted-tables.ts'
import type { Table } from '../table.ts'
import { type CommandId, findScreenCommand } from './key-commands.ts'
import { handlePromptKey, runTableCommand } from './run-table-command.ts'

/**
 * Keys that work anywhere on a screen with a table: filters, buttons, the page itself. The cell
 * input handles them first, dialogs keep their own, and a text field with typed text keeps its
 * undo.
 */
export function listenOnScreen(): () => void {
  listenerCount += 1
  if (listenerCount === 1) {
    document.addEventListener('keydown', onKey)
    document.addEventListener('input', recordTyping, { capture: true })
  }
  return () => {
    listenerCount -= 1
    if (listenerCount > 0) return
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('input', recordTyping, { capture: true })
  }
}

let listenerCount = 0
const typedFields = new WeakSet<EventTarget>()

function recordTyping({ target }: Event): void {
  if (target) typedFields.add(target)
}

function onKey(event: KeyboardEvent): void {
  if (isImeKey(event) || event.defaultPrevented) return
  const command = findScreenCommand(event)
  if (command === null || isInDialog(event.target)) return
  const isHistory = command === 'undo' || command === 'redo'
  if (isHistory && event.target !== null && typedFields.has(event.target)) return
  if (listMountedTables().some((table) => handlePromptKey(table, event) || runScreenCommand(table, command)))
    event.preventDefault()
}

function runScreenCommand(table: Table, command: CommandId): boolean {
  const isHistory = command === 'undo' || command === 'redo'
  if (isHistory && !table.props.history) return false
  return runTableCommand(table, command)
}

/** A toast is a dialog too, but doesn't block the screen. */
function isInDialog(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null
  return dialog !== null && dialog.closest('[data-toasts]') === null
}
