import { isCoarse } from './data-table/editing/prepare-cell-input.ts'

/**
 * The room that a keyboard on the screen leaves. Chrome and Firefox make the page itself smaller (`interactive-widget=resizes-content` in index.html): the layout
 * follows by itself, as in a lower window. Safari knows no such word and lays the keyboard over the page; only `visualViewport` tells. Hence both: what is covered
 * stands in `--keyboard` (px, 0 where the page gave way by itself) and frame, sheets and dialogs end above it; `data-typing` stands on the root while little is left,
 * and what nobody needs to type hides (`typing:` in theme.css). Nothing here touches the field: a composition goes on.
 */
export function startKeyboardRoom(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let frame = 0
  let tallest = { width: innerWidth, height: innerHeight }

  function look() {
    frame = 0
    // A turned tablet is another window.
    const isTurned = tallest.width !== innerWidth
    tallest = { width: innerWidth, height: isTurned ? innerHeight : Math.max(tallest.height, innerHeight) }
    const { height = innerHeight, scale = 1 } = window.visualViewport ?? {}
    const wasMoved = pinPage(scale)
    apply(
      keyboardRoom({
        layoutHeight: innerHeight,
        visualHeight: height,
        scale,
        tallest: tallest.height,
        isTyping: hasScreenKeyboard(document.activeElement),
      }),
    )
    if (wasMoved && state.room.isOpen) revealField()
  }
  function lookSoon() {
    frame ||= requestAnimationFrame(look)
  }

  document.documentElement.dataset['frame'] = 'still'
  window.visualViewport?.addEventListener('resize', lookSoon, { signal })
  window.visualViewport?.addEventListener('scroll', lookSoon, { signal })
  for (const name of ['resize', 'focusin', 'focusout']) window.addEventListener(name, lookSoon, { signal })
  return () => {
    stop.abort()
    cancelAnimationFrame(frame)
    delete document.documentElement.dataset['frame']
    apply(nothingTaken)
  }
}

/** Height of the window in px less what the keyboard covers. */
export function visibleHeight(): number {
  return innerHeight - state.room.covered
}

/** Called whenever the keyboard takes or gives room. Answers how to stop. */
export function onKeyboardRoom(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => state.listeners.delete(listener)
}

interface Seen {
  readonly layoutHeight: number
  readonly visualHeight: number
  /** Of a pinch: what is seen is smaller by it without any keyboard. */
  readonly scale: number
  /** The highest that this window has been at its width. */
  readonly tallest: number
  readonly isTyping: boolean
}

interface KeyboardRoom {
  /** Px at the foot of the page that lie under the keyboard. */
  readonly covered: number
  readonly isOpen: boolean
  /** Open, and little room is left above it. */
  readonly isTight: boolean
}

/** Lower than any bar of a browser that comes and goes. */
const minCover = 40
/** Lower than any keyboard, higher than the bars. */
const minKeyboard = 120
const tightBelow = 640

/** What a keyboard takes of the window, by what is seen of it. */
export function keyboardRoom({ layoutHeight, visualHeight, scale, tallest, isTyping }: Seen): KeyboardRoom {
  const hidden = Math.round(layoutHeight - visualHeight * scale)
  const covered = isTyping && hidden >= minCover ? hidden : 0
  const left = layoutHeight - covered
  const isOpen = isTyping && tallest - left >= minKeyboard
  return { covered, isOpen, isTight: isOpen && left < tightBelow }
}

const nothingTaken: KeyboardRoom = { covered: 0, isOpen: false, isTight: false }
const state = { room: nothingTaken, listeners: new Set<() => void>() }

function apply(room: KeyboardRoom): void {
  const before = state.room
  if (before.covered === room.covered && before.isOpen === room.isOpen && before.isTight === room.isTight) return
  state.room = room
  const { style, dataset } = document.documentElement
  if (room.covered > 0) style.setProperty('--keyboard', `${room.covered}px`)
  else style.removeProperty('--keyboard')
  if (room.isTight) dataset['typing'] = 'low'
  else delete dataset['typing']
  for (const listener of state.listeners) listener()
  if (room.isOpen) revealField()
}

/** Everything has its new height one frame later. */
function revealField(): void {
  requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
}

/** Safari scrolls the page to bring a field above its keyboard. Here the frame gives way instead; only a pinch may look at another part. Answers whether it had. */
function pinPage(scale: number): boolean {
  const isMoved = scrollY !== 0 || (window.visualViewport?.offsetTop ?? 0) > 0
  if (!isMoved || scale > 1.01) return false
  scrollTo(0, 0)
  return true
}

/** Whether a keyboard on the screen belongs to what has the focus: with a mouse there is none, and a cell at rest asks for none. */
function hasScreenKeyboard(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || !isCoarse() || element.inputMode === 'none') return false
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(element.type)
  return element instanceof HTMLTextAreaElement || element.isContentEditable
}
