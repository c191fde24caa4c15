const events = ['blur', 'focus', 'focusin', 'focusout'] as const

/**
 * Moves the focus without any screen hearing of it. A cell editor that loses the focus keeps or drops its text; beneath a lock it shall do neither.
 *
 * HAZARD: listeners of the window in its capturing phase come before all others, React's included; what is heard there is stopped while `act` runs, so `act` must not wait for anything.
 */
export function keepFocusUnheard(act: () => void): void {
  const stop = (event: Event) => event.stopImmediatePropagation()
  for (const name of events) window.addEventListener(name, stop, true)
  try {
    act()
  } finally {
    for (const name of events) window.removeEventListener(name, stop, true)
  }
}
