import { commandOf } from '../data-table/commands/key-commands.ts'

interface PanelActions {
  readonly save: () => void
  readonly move: (by: -1 | 1) => void
  readonly close: () => void
  /** Absent when the record has no window. */
  readonly popOut: (() => void) | undefined
  readonly panel: HTMLElement | null
}

/**
 * Runs the command of a key pressed in the panel (key-commands.ts `detail`). Returns false to leave
 * the key to the browser. Don't call it for keys of a composition.
 */
export function runPanelKey(event: globalThis.KeyboardEvent, actions: PanelActions): boolean {
  const command = commandOf(event, 'detail')
  switch (command) {
    case 'detail-save':
      actions.save()
      return true
    case 'detail-previous':
      actions.move(-1)
      return true
    case 'detail-next':
      actions.move(1)
      return true
    case 'detail-pop-out':
      // In a multi-line field this key adds a line.
      if (!actions.popOut || event.target instanceof HTMLTextAreaElement) return false
      actions.popOut()
      return true
    case 'detail-close':
      actions.close()
      return true
    case 'detail-next-field':
      return isLine(event.target) && focusAdjacent(event.target, 1, actions.panel)
    case 'detail-previous-field':
      return isLine(event.target) && focusAdjacent(event.target, -1, actions.panel)
    default:
      return false
  }
}

/** Whether the target is a one-line input. Elsewhere Enter adds a line or presses the button. */
function isLine(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset['detailField'] !== undefined
}

/** Focuses the next or previous field, as Enter does in table cells; stays at the ends. */
function focusAdjacent(field: HTMLInputElement, by: -1 | 1, panel: HTMLElement | null): boolean {
  const fields = [...(panel?.querySelectorAll<HTMLElement>('[data-detail-field]:not(:disabled)') ?? [])]
  fields[fields.indexOf(field) + by]?.focus()
  return true
}
