/** A stamp for drawing: a square of `side` units with its frame, and its letters as SVG paths. */
export interface OfficeStamp {
  readonly side: number
  /** Distance from the edge to the middle of the line, and the line width. */
  readonly frame: { readonly inset: number; readonly width: number }
  readonly strokes: readonly string[]
}

export function createStamp(strokes: readonly string[]): OfficeStamp {
  return { side: 32, frame: { inset: 1.5, width: 2 }, strokes }
}
