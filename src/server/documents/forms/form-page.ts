/** A page ready to draw: lines and texts in mm from the left and the top, font sizes in points. */
export interface FormPage {
  readonly rules: PlacedRule[]
  readonly runs: TextRun[]
}

/** A straight line between two points. */
export interface PlacedRule {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly thickness: number
}

export interface TextRun {
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

export const mmPerPoint = 25.4 / 72
