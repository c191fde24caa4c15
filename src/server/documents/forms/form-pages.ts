/** A page ready to draw: rules and words in mm from the left and the top, letters in points. */
export interface FormPage {
  readonly rules: PlacedRule[]
  readonly words: PlacedWords[]
}

/** A straight line between two points. */
export interface PlacedRule {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly thickness: number
}

export interface PlacedWords {
  readonly text: string
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly size: number
  readonly isBold: boolean
  readonly spacing: number
  /** Strikethrough. */
  readonly isStruck?: true
}

/** Text that did not fit its box, for the annex 별지. */
export interface AnnexEntry {
  readonly name: string
  readonly text: string
}

export const mmOfPoint = 25.4 / 72

/** Distance between baselines. */
export function lineHeight(size: number): number {
  return size * 1.35 * mmOfPoint
}

/** Distance between a rule and the letters next to it. */
export const padding = { across: 1.5, down: 0.8 } as const
