/** The kind of gesture on a card. */
export type SwipeWay = 'unknown' | 'sideways' | 'scroll'

/** Px of movement before deciding; less is a shaky tap. */
const slop = 10
/** Width in px of the screen edges that belong to the browser's back gesture. */
const edge = 24
/** A swipe must move this many times further sideways than down. */
const slant = 1.3
/** Px to the right at which releasing ticks the card. */
export const tickFrom = 64
/** Maximum px a card moves to the right. */
const furthest = 96

export function wayOf({ dx, dy }: { dx: number; dy: number }): SwipeWay {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < slop) return 'unknown'
  return Math.abs(dx) > Math.abs(dy) * slant ? 'sideways' : 'scroll'
}

/** A touch starting at the screen edge belongs to the browser. */
export function isAtEdge(x: number, width: number): boolean {
  return x < edge || x > width - edge
}

export interface SwipeRoom {
  /** Width in px of the buttons revealed by a swipe to the left; 0 when the card has no actions. */
  readonly tray: number
  readonly canTick: boolean
}

/** Offset of a card in px after a finger moved `dx` px, starting from offset `from`. */
export function followed(dx: number, from: number, { tray, canTick }: SwipeRoom): number {
  return Math.min(canTick && from === 0 ? furthest : 0, Math.max(-tray, from + dx))
}

/** What releasing at this offset does. */
export function releaseSwipe(offset: number, { tray }: SwipeRoom): 'open' | 'tick' | 'close' {
  if (offset >= tickFrom) return 'tick'
  return tray > 0 && offset <= -tray / 2 ? 'open' : 'close'
}
