import { commandOf } from '../data-table/commands/key-commands.ts'

interface PanelActions {
  readonly save: () => void
  readonly move: (by: -1 | 1) => void
  readonly close: () => void
  /** Absent: the record has no window. */
  readonly popOut: (() => void) | undefined
  readonly panel: HTMLElement | null
}

/** Carries out a key pressed anywhere in the panel (key-commands.ts `detail`); false: it stays the browser's. Never call it with a key of a composition. */
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
      // In a field of several lines it is another line.
      if (!actions.popOut || event.target instanceof HTMLTextAreaElement) return false
      actions.popOut()
      return true
    case 'detail-close':
      actions.close()
      return true
    case 'detail-next-field':
      return isLine(event.target) && focusBeside(event.target, 1, actions.panel)
    case 'detail-previous-field':
      return isLine(event.target) && focusBeside(event.target, -1, actions.panel)
    default:
      return false
  }
}

/** One line of text: in several Enter writes another line, on buttons and lists it presses. */
function isLine(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset['detailField'] !== undefined
}

/** Enter goes on to the field after this one, as in the cells of the table; at the last one it stays. */
function focusBeside(field: HTMLInputElement, by: -1 | 1, panel: HTMLElement | null): boolean {
  const fields = [...(panel?.querySelectorAll<HTMLElement>('[data-detail-field]:not(:disabled)') ?? [])]
  fields[fields.indexOf(field) + by]?.focus()
  return true
}
