/** The kind of gesture on a card. */
export type SwipeDirection = 'unknown' | 'sideways' | 'scroll'

/** Px of movement before deciding; less is a shaky tap. */
const slop = 10
/** Width in px of the screen edges that belong to the browser's back gesture. */
const edge = 24
/** A swipe must move this many times further sideways than down. */
const slant = 1.3
/** Px to the right at which releasing ticks the card. */
export const tickFrom = 64
/** Maximum px a card moves to the right. */
const maxOffset = 96

export function directionOf({ dx, dy }: { dx: number; dy: number }): SwipeDirection {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < slop) return 'unknown'
  return Math.abs(dx) > Math.abs(dy) * slant ? 'sideways' : 'scroll'
}

/** A touch starting at the screen edge belongs to the browser. */
export function isAtEdge(x: number, width: number): boolean {
  return x < edge || x > width - edge
}

export interface SwipeOptions {
  /** Width in px of the buttons revealed by a swipe to the left; 0 when the card has no actions. */
  readonly tray: number
  readonly canTick: boolean
}

/** Offset of a card in px after a finger moved `dx` px, starting from offset `from`. */
export function swipeOffset(dx: number, from: number, { tray, canTick }: SwipeOptions): number {
  return Math.min(canTick && from === 0 ? maxOffset : 0, Math.max(-tray, from + dx))
}

/** What releasing at this offset does. */
export function releaseSwipe(offset: number, { tray }: SwipeOptions): 'open' | 'tick' | 'close' {
  if (offset >= tickFrom) return 'tick'
  return tray > 0 && offset <= -tray / 2 ? 'open' : 'close'
}
