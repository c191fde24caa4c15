import { deviceChoice } from '../../device-choice.ts'

/** How close the rows of every table stand on this device: 보통 or 촘촘하게. With a finger they keep the height a finger needs. */
export type Density = 'roomy' | 'dense'

export const density = deviceChoice<Density>('table-density', ['roomy', 'dense'])

interface RowLook {
  isCoarse: boolean
  isDense: boolean
  /** Lines of text in its tallest cell. */
  textLines: number
}

/** In px. */
export function rowHeightOf({ isCoarse, isDense, textLines }: RowLook): number {
  const ofOneLine = isCoarse ? 44 : isDense ? 30 : 36
  if (textLines === 1) return ofOneLine
  const ofText = isCoarse ? textLines * tightLine + 2 : textLines * smallLine + (isDense ? 2 : 8)
  return Math.max(ofOneLine, ofText)
}

/** Heights of a line among several in one cell (table-cell.tsx); with a finger, where rows are high anyway, three go into one. */
const smallLine = 16
const tightLine = 14
