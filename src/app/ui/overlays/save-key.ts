import { findSubmitButton } from '../browser/form-fields.ts'
import { findCommand } from '../data-table/commands/key-commands.ts'
import { isImeKey } from '../text-editing/composition.ts'

/**
 * Ctrl+S and Ctrl+Enter press the button that saves: that of the focused form, or of the actions in
 * `root`. Without one, Ctrl+Enter is left to the browser, and Ctrl+S does nothing, so the browser
 * doesn't offer to save the page.
 */
export function runSaveKey(event: KeyboardEvent, root: Element): void {
  if (event.defaultPrevented || isImeKey(event) || findCommand(event, 'detail') !== 'detail-save') return
  const saveButton = findSubmitButton(event.target) ?? root.querySelector<HTMLElement>(savingSelector)
  if (!saveButton && event.key === 'Enter') return
  event.preventDefault()
  saveButton?.click()
}

const savingSelector = '[data-actions] [type=submit], [data-saves]'

/**
 * Keys that save on every screen with a form. Listens on the window, after panels, dialogs and the
 * screens' own keys. Returns the stop function.
 */
export function listenForSaveKey(): () => void {
  const onKeyDown = (event: KeyboardEvent) => runSaveKey(event, document.querySelector('main') ?? document.body)
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}
