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
  return textLines > 1 ? Math.max(ofOneLine, textLines * smallLine + (isDense ? 2 : 8)) : ofOneLine
}

/** Height of a line among several in one cell (table-cell.tsx). */
const smallLine = 16
