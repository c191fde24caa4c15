/** Focuses the next (1) or previous (-1) control of the field's form; stays at its ends. */
export function focusAdjacentField(field: HTMLInputElement, by: -1 | 1): void {
  if (!field.form) return
  const stops = listFormStops(field.form)
  stops[stops.indexOf(field) + by]?.focus()
}

/** The form's fields and submit button, including those placed elsewhere on the page. */
export function listFormStops(form: HTMLFormElement): readonly HTMLElement[] {
  return [...form.elements].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element.tabIndex >= 0 && element.matches(stopSelector),
  )
}

const stopSelector = ['input:not([type=hidden])', 'select', 'textarea', 'button[type=submit]']
  .map((kind) => `${kind}:not(:disabled)`)
  .join()

/** The button that submits the form of a control; null outside a form. */
export function findSubmitButton(target: EventTarget | null): HTMLElement | null {
  const form = target instanceof Element ? target.closest('form') : null
  return (form && listFormStops(form).find((stop) => stop.matches('button[type=submit]'))) ?? null
}
