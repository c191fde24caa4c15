import { type RefObject, useEffect } from 'react'
import { focusAdjacentField, listFormStops } from '#app/ui/browser/form-fields.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'

type QuickCommand = 'save' | 'find' | 'new' | 'cancel'

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Command of a key press on the quick-delivery page; null for other keys. Letters are matched by
 * key position, because in Hangul mode S is ㄴ. Browsers reserve Ctrl+N in a tab, so Alt+N works
 * too.
 */
export function findQuickCommand({ code, key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): QuickCommand | null {
  if (shiftKey) return null
  const isCommand = (ctrlKey || metaKey) && !altKey
  if (isCommand && code === 'KeyS') return 'save'
  if (isCommand && code === 'KeyF') return 'find'
  if (code === 'KeyN' && (isCommand || (altKey && !ctrlKey && !metaKey))) return 'new'
  return key === 'Escape' && !ctrlKey && !metaKey && !altKey ? 'cancel' : null
}

/** Each returns whether it did something; otherwise the browser handles the key. */
type QuickActions = Readonly<Record<QuickCommand, () => boolean>>

/** Shortcuts while the page is open; they override the browser's own only there. */
export function useQuickKeys(actions: QuickActions): void {
  const latest = useLatest(actions)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isImeKey(event)) return
      const command = findQuickCommand(event)
      if (command === null || event.defaultPrevented) return
      const form = findDialogForm()
      if (form === undefined) {
        if (latest()[command]() || command !== 'cancel') event.preventDefault()
        return
      }
      // A dialog is open: it closes itself, save submits its form, and nothing happens behind it.
      if (command === 'cancel') return
      event.preventDefault()
      if (command === 'save') form?.requestSubmit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [latest])
}

/** The form of the focused dialog, null if it has none; undefined without a dialog. */
function findDialogForm(): HTMLFormElement | null | undefined {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  return dialog ? dialog.querySelector('form') : undefined
}

/**
 * Keys within a form: Enter moves to the next field and from the last one to the save button,
 * Shift+Enter moves back, Escape leaves an edit. Listens before the fields do, to know what was
 * open: Enter takes a highlighted suggestion and Escape closes an open list, and nothing else
 * happens then. Ignored during IME composition, where the key ends the syllable.
 */
export function useFormKeys(form: RefObject<HTMLElement | null>, onEscape: (() => void) | null): void {
  const latest = useLatest({ onEscape })
  useEffect(() => {
    const element = form.current
    if (!element) return
    function onKeyDown(event: KeyboardEvent) {
      if (isImeKey(event)) return
      const { target } = event
      if (
        event.key === 'Enter' &&
        target instanceof HTMLInputElement &&
        !target.hasAttribute('aria-activedescendant')
      ) {
        event.preventDefault()
        focusAdjacentField(target, event.shiftKey ? -1 : 1)
      }
      const { onEscape: escape } = latest()
      if (event.key !== 'Escape' || !escape || isListOpen(event.target)) return
      event.preventDefault()
      escape()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [form, latest])
}

/** Focuses the first field, or the first one with an error. */
export function focusForm(form: HTMLFormElement | null): void {
  if (!form) return
  const stops = listFormStops(form)
  const invalidField = stops.find((stop) => stop.getAttribute('aria-invalid') === 'true')
  ;(invalidField ?? stops[0])?.focus()
}

/** Whether suggestions are visible under the field; an open list without any is invisible. */
function isListOpen(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.getAttribute('aria-expanded') !== 'true') return false
  return document.querySelector('[role="listbox"] [role="option"]') !== null
}
