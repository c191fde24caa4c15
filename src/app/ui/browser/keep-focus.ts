/**
 * Keeps the keyboard's position when a pressed button removes or disables itself: the focus goes to
 * the next control of the page or dialog instead of to its start. Returns the stop function.
 */
export function keepFocusAfterPresses(): () => void {
  let stopWatching = () => {}
  function onClick({ target, detail }: MouseEvent) {
    stopWatching()
    const button = target instanceof Element ? target.closest('button') : null
    // Only a key press has no click count. After a tap, a focused field would open the keyboard.
    if (detail === 0 && button && document.activeElement === button) stopWatching = watchFocus(button)
  }
  window.addEventListener('click', onClick, true)
  return () => {
    stopWatching()
    window.removeEventListener('click', onClick, true)
  }
}

/** The button may go when its action ends, such as a delete on the server. */
const maxActionMs = 5000

function watchFocus(button: HTMLButtonElement): () => void {
  const candidates = listNearControls(button)
  function check() {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
    if (isLost) candidates.find(canTakeFocus)?.focus()
    if (document.activeElement !== button) stop()
  }
  const observer = new MutationObserver(() => requestAnimationFrame(check))
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const timeout = setTimeout(stop, maxActionMs)
  function stop() {
    observer.disconnect()
    clearTimeout(timeout)
  }
  return stop
}

/** The controls after the button, nearest first, then those before it. */
function listNearControls(button: HTMLButtonElement): HTMLElement[] {
  const part = button.closest('[role=dialog], [role=alertdialog], main') ?? document.body
  const controls = [...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
  const index = controls.indexOf(button)
  return [...controls.slice(index + 1), ...controls.slice(0, index).toReversed()]
}

function canTakeFocus(control: HTMLElement): boolean {
  return control.isConnected && control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility()
}
