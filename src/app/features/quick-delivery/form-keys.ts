import { useEffect, type RefObject } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import { useLatest } from '#app/ui/use-latest.ts'

/**
 * The keys within a form: Enter moves to the next field (spec 3 §2), from the last one to the saving button, Shift+Enter goes back; Escape leaves an edit. Heard before
 * the fields hear them, so that it is known what stood open: a suggestion that is marked is taken by Enter, an open list is closed by Escape, and nothing
 * else happens. Never while a syllable is being composed: that key ends the syllable.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, onEscape: (() => void) | null): void {
  const now = useLatest({ onEscape })
  useEffect(() => {
    const element = form.current
    if (!element) return
    function press(event: KeyboardEvent) {
      if (isImeKey(event)) return
      if (event.key === 'Enter') enterToNext(event, element)
      const { onEscape: leave } = now()
      if (event.key !== 'Escape' || !leave || isListOpen(event.target)) return
      event.preventDefault()
      leave()
    }
    element.addEventListener('keydown', press)
    return () => element.removeEventListener('keydown', press)
  }, [form, now])
}

/** The first field of the form gets the focus, or the first one with something wrong in it. */
export function focusForm(form: HTMLFormElement | null): void {
  if (!form) return
  const stops = stopsOf(form)
  const wrong = stops.find((stop) => stop.getAttribute('aria-invalid') === 'true')
  ;(wrong ?? stops[0])?.focus()
}

function enterToNext(event: KeyboardEvent, form: HTMLFormElement | null): void {
  const { target } = event
  if (!form || !(target instanceof HTMLInputElement) || target.getAttribute('aria-activedescendant')) return
  event.preventDefault()
  const stops = stopsOf(form)
  stops[stops.indexOf(target) + (event.shiftKey ? -1 : 1)]?.focus()
}

/** What belongs to the form, wherever on the page it stands. */
function stopsOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.elements].filter(
    (element): element is HTMLElement =>
      (element instanceof HTMLInputElement && element.tabIndex >= 0 && element.type !== 'hidden') ||
      (element instanceof HTMLButtonElement && element.type === 'submit' && !element.disabled),
  )
}

/** Whether suggestions stand under the field; an open list without any is not seen. */
function isListOpen(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.getAttribute('aria-expanded') !== 'true') return false
  return document.querySelector('[role="listbox"] [role="option"]') !== null
}
