/**
 * Keeps the last press of a button of a page that came as HTML and is not taken over yet; links and text fields work from the start. Answers what makes that press again, to
 * be called once the page listens: React then wakes what was pressed at once.
 */
export function keepEarlyPress(root: HTMLElement): () => void {
  let pressed: HTMLButtonElement | null = null
  function keep({ target }: MouseEvent) {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  root.addEventListener('click', keep)
  return () => {
    root.removeEventListener('click', keep)
    if (pressed?.isConnected) pressed.click()
  }
}
