/** The kept part of a picture, in fractions of its width and height. */
export interface CropFrame {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const fullFrame: CropFrame = { left: 0, top: 0, right: 1, bottom: 1 }

export const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export type Corner = (typeof corners)[number]

/** Minimum side of a frame, so that a slip of the finger doesn't crop to a thin strip. */
const minSide = 0.05

/**
 * Moves one corner by an offset. The other corners stay; it stays inside the picture and on its own
 * side of them.
 */
export function pullCorner(frame: CropFrame, corner: Corner, by: Point): CropFrame {
  const { left, top, right, bottom } = frame
  return {
    left: corner.endsWith('left') ? clamp(left + by.x, 0, right - minSide) : left,
    right: corner.endsWith('right') ? clamp(right + by.x, left + minSide, 1) : right,
    top: corner.startsWith('top') ? clamp(top + by.y, 0, bottom - minSide) : top,
    bottom: corner.startsWith('bottom') ? clamp(bottom + by.y, top + minSide, 1) : bottom,
  }
}

/** Moves the whole frame within the picture. */
export function moveFrame({ left, top, right, bottom }: CropFrame, by: Point): CropFrame {
  const x = clamp(by.x, -left, 1 - right)
  const y = clamp(by.y, -top, 1 - bottom)
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y }
}

/**
 * The frame between two points in any order; null when they are too close to be meant as a frame.
 */
export function createFrame(a: Point, b: Point): CropFrame | null {
  const [left, right] = [a.x, b.x].map((x) => clamp(x, 0, 1)).toSorted(ascending) as [number, number]
  const [top, bottom] = [a.y, b.y].map((y) => clamp(y, 0, 1)).toSorted(ascending) as [number, number]
  return right - left < minSide || bottom - top < minSide ? null : { left, top, right, bottom }
}

export function isInside({ left, top, right, bottom }: CropFrame, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** The same part of the picture after a quarter turn right (1) or left (-1). */
export function turnFrame({ left, top, right, bottom }: CropFrame, turn: 1 | -1): CropFrame {
  return turn === 1
    ? { left: 1 - bottom, top: left, right: 1 - top, bottom: right }
    : { left: top, top: 1 - right, right: bottom, bottom: 1 - left }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

function ascending(a: number, b: number): number {
  return a - b
}
