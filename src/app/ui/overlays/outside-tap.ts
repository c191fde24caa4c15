import { isTouch } from '../data-table/commands/last-pointer.ts'

/**
 * Call it when a finger's press closes something: the rest of that tap then presses nothing, so the
 * first tap outside only closes. A click from the keyboard or from code still counts.
 */
export function ignoreRestOfTap(): void {
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  function ignore(event: MouseEvent) {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') controller.abort()
  }
  window.addEventListener('mousedown', ignore, options)
  window.addEventListener('click', ignore, options)
  // A press that scrolls ends without a click; the next one counts again.
  window.addEventListener('pointerdown', () => controller.abort(), options)
}

/**
 * For `onOpenChange` of Base UI: closing by a tap outside presses nothing else. Base UI closes on
 * the `mousedown` of the tap, so that event ends here too.
 */
export function onlyCloseOnTap(isOpen: boolean, { reason, event }: { reason: string; event: Event }): void {
  if (isOpen || reason !== 'outside-press' || !isTouch()) return
  if (event instanceof MouseEvent) {
    event.preventDefault()
    event.stopPropagation()
  }
  ignoreRestOfTap()
}
