/** A page as it is drawn: rules and words in mm from the left and the top, letters in points. */
export interface LaidPage {
  readonly rules: LaidRule[]
  readonly words: LaidWords[]
}

/** From one point to another, straight. */
export interface LaidRule {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly thickness: number
}

export interface LaidWords {
  readonly text: string
  readonly x: number
  /** The line that the letters stand on. */
  readonly y: number
  readonly size: number
  readonly isBold: boolean
  readonly spacing: number
  /** A line goes through them. */
  readonly isStruck?: true
}

/** What did not fit its box, for the annex 별지. */
export interface AnnexEntry {
  readonly name: string
  readonly text: string
}

export const mmOfPoint = 25.4 / 72

/** From line to line. */
export function lineHeight(size: number): number {
  return size * 1.35 * mmOfPoint
}

/** Between a rule and the letters beside it. */
export const padding = { across: 1.5, down: 0.8 } as const
