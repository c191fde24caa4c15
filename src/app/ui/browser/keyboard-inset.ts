import { hasCoarsePointer } from './coarse-pointer.ts'

/**
 * Adapts the layout to the on-screen keyboard. Chrome and Firefox shrink the page
 * (`interactive-widget=resizes-content` in index.html), and the layout follows as in a lower
 * window. Safari overlays the page and only `visualViewport` reports it. So `--keyboard` holds the
 * covered height (px, 0 where the page shrinks) and frame, sheets and dialogs end above it.
 * `data-typing` is set on the root while little space is left, and hides what typing doesn't need
 * (`typing:` in theme.css). The field itself isn't touched, so a composition continues.
 */
export function trackKeyboard(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let frame = 0
  let tallest = { width: innerWidth, height: innerHeight }

  function measureKeyboard() {
    frame = 0
    // A rotated tablet counts as another window.
    const isRotated = tallest.width !== innerWidth
    tallest = { width: innerWidth, height: isRotated ? innerHeight : Math.max(tallest.height, innerHeight) }
    const { height = innerHeight, scale = 1 } = window.visualViewport ?? {}
    const wasMoved = pinPage(scale)
    applyInset(
      computeKeyboardInset({
        layoutHeight: innerHeight,
        visualHeight: height,
        scale,
        tallest: tallest.height,
        isTyping: hasScreenKeyboard(document.activeElement),
      }),
    )
    if (wasMoved && state.inset.isOpen) revealField()
  }
  function scheduleMeasure() {
    frame ||= requestAnimationFrame(measureKeyboard)
  }

  document.documentElement.dataset['frame'] = 'still'
  window.visualViewport?.addEventListener('resize', scheduleMeasure, { signal })
  window.visualViewport?.addEventListener('scroll', scheduleMeasure, { signal })
  for (const name of ['resize', 'focusin', 'focusout']) window.addEventListener(name, scheduleMeasure, { signal })
  return () => {
    controller.abort()
    cancelAnimationFrame(frame)
    delete document.documentElement.dataset['frame']
    applyInset(noKeyboard)
  }
}

/** Height of the window in px without the part covered by the keyboard. */
export function measureVisibleHeight(): number {
  return innerHeight - state.inset.covered
}

/** Calls the listener when the keyboard's size changes. Returns an unsubscribe function. */
export function onKeyboardChange(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => state.listeners.delete(listener)
}

interface ViewportMeasure {
  readonly layoutHeight: number
  readonly visualHeight: number
  /** Pinch zoom, which shrinks the visual viewport without a keyboard. */
  readonly scale: number
  /** Maximum height the window has had at its width. */
  readonly tallest: number
  readonly isTyping: boolean
}

interface KeyboardInset {
  /** Px at the bottom of the page covered by the keyboard. */
  readonly covered: number
  readonly isOpen: boolean
  /** The keyboard is open and leaves little space. */
  readonly isCramped: boolean
}

/** In px; more than the height of a browser bar that comes and goes. */
const minCoveredHeight = 40
/** In px; less than any keyboard, more than browser bars. */
const minKeyboardHeight = 120
const crampedHeight = 640

/** Derives what the keyboard takes from the measured heights. */
export function computeKeyboardInset({
  layoutHeight,
  visualHeight,
  scale,
  tallest,
  isTyping,
}: ViewportMeasure): KeyboardInset {
  const hiddenHeight = Math.round(layoutHeight - visualHeight * scale)
  const covered = isTyping && hiddenHeight >= minCoveredHeight ? hiddenHeight : 0
  const remainingHeight = layoutHeight - covered
  const isOpen = isTyping && tallest - remainingHeight >= minKeyboardHeight
  return { covered, isOpen, isCramped: isOpen && remainingHeight < crampedHeight }
}

const noKeyboard: KeyboardInset = { covered: 0, isOpen: false, isCramped: false }
const state = { inset: noKeyboard, listeners: new Set<() => void>() }

function applyInset(inset: KeyboardInset): void {
  const before = state.inset
  if (before.covered === inset.covered && before.isOpen === inset.isOpen && before.isCramped === inset.isCramped) return
  state.inset = inset
  const { style, dataset } = document.documentElement
  if (inset.covered > 0) style.setProperty('--keyboard', `${inset.covered}px`)
  else style.removeProperty('--keyboard')
  if (inset.isCramped) dataset['typing'] = 'low'
  else delete dataset['typing']
  for (const listener of state.listeners) listener()
  if (inset.isOpen) revealField()
}

/** Waits a frame, until everything has its new height. */
function revealField(): void {
  requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
}

/**
 * Safari scrolls the page to bring a field above its keyboard. Here the frame shrinks instead, so
 * this scrolls back unless the user pinch-zoomed. Returns whether it had to.
 */
function pinPage(scale: number): boolean {
  const isMoved = scrollY !== 0 || (window.visualViewport?.offsetTop ?? 0) > 0
  if (!isMoved || scale > 1.01) return false
  scrollTo(0, 0)
  return true
}

/**
 * Whether the focused element opens an on-screen keyboard; with a mouse, or in a cell that isn't
 * being edited, it doesn't.
 */
function hasScreenKeyboard(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || !hasCoarsePointer() || element.inputMode === 'none') return false
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(element.type)
  return element instanceof HTMLTextAreaElement || element.isContentEditable
}
