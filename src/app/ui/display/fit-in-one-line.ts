interface FitOptions {
  /** What gives way, first to last: words in `data-tight`, which the content's classes refer to. */
  readonly steps: readonly string[]
  /** Measures again before changed content is painted; otherwise only when the size changes. */
  readonly followsContent: boolean
}

/**
 * Keeps a wrapping bar of controls in one line as long as its content can give way. Returns the
 * cleanup.
 */
export function fitInOneLine(bar: HTMLElement, { steps, followsContent }: FitOptions): () => void {
  function fit() {
    for (let count = 0; count <= steps.length; count += 1) {
      bar.dataset['tight'] = steps.slice(0, count).join(' ')
      if (!isWrapped(bar)) return
    }
  }
  let frame = 0
  // In the next frame, because a bar that changes its height here would resize what is observed.
  const onResize = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(fit)
  })
  onResize.observe(bar)
  const onChange = new MutationObserver(fit)
  if (followsContent) onChange.observe(bar, { childList: true, characterData: true, subtree: true })
  fit()
  return () => {
    cancelAnimationFrame(frame)
    onResize.disconnect()
    onChange.disconnect()
  }
}

function isWrapped(bar: HTMLElement): boolean {
  // Shown as columns behind ⋯, where words have room.
  if (getComputedStyle(bar).display !== 'flex') return false
  const boxes = [...bar.querySelectorAll<HTMLElement>('button, select, input, p')]
    .filter(({ offsetHeight }) => offsetHeight > 1)
    .map((element) => element.getBoundingClientRect())
  return Math.max(...boxes.map(({ top }) => top)) >= Math.min(...boxes.map(({ bottom }) => bottom))
}
