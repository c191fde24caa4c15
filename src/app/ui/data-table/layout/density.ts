import { deviceChoice } from '../../device-choice.ts'

/** Row density on this device: 보통 or 촘촘하게. On touch screens rows keep the height a finger needs. */
export type Density = 'roomy' | 'dense'

export const density = deviceChoice<Density>('table-density', ['roomy', 'dense'])

interface RowLook {
  isCoarse: boolean
  isDense: boolean
  /** Text lines in its tallest cell. */
  textLines: number
}

/** In px. */
export function rowHeightOf({ isCoarse, isDense, textLines }: RowLook): number {
  const ofOneLine = isCoarse ? 44 : isDense ? 30 : 36
  if (textLines === 1) return ofOneLine
  const ofText = isCoarse ? textLines * tightLine + 2 : textLines * smallLine + (isDense ? 2 : 8)
  return Math.max(ofOneLine, ofText)
}

/**
 * Line heights of cells with several lines (table-cell.tsx). On touch screens, where rows are high
 * anyway, three lines fit.
 */
const smallLine = 16
const tightLine = 14
