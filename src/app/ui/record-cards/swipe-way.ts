/** What a finger on a card is about to do. */
export type SwipeWay = 'unknown' | 'sideways' | 'scroll'

/** Px before anything is decided: less is a tap that trembled. */
const slop = 10
/** As far from the sides of the screen browsers listen for their way back. */
const edge = 24
/** How much further sideways than down a finger has to go. */
const slant = 1.3
/** Px to the right from which letting go ticks. */
export const tickFrom = 64
/** Px to the right that a card follows at most. */
const furthest = 96

export function wayOf({ dx, dy }: { dx: number; dy: number }): SwipeWay {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < slop) return 'unknown'
  return Math.abs(dx) > Math.abs(dy) * slant ? 'sideways' : 'scroll'
}

/** A finger that comes in from the side of the screen means the browser. */
export function isAtEdge(x: number, width: number): boolean {
  return x < edge || x > width - edge
}

export interface SwipeRoom {
  /** Px at the right that a swipe to the left shows; 0: nothing can be done to this card. */
  readonly tray: number
  readonly canTick: boolean
}

/** How far a card follows a finger that has gone `dx` px, from where it stood. */
export function followed(dx: number, from: number, { tray, canTick }: SwipeRoom): number {
  return Math.min(canTick && from === 0 ? furthest : 0, Math.max(-tray, from + dx))
}

/** What letting go does. */
export function releaseSwipe(offset: number, { tray }: SwipeRoom): 'open' | 'tick' | 'close' {
  if (offset >= tickFrom) return 'tick'
  return tray > 0 && offset <= -tray / 2 ? 'open' : 'close'
}
