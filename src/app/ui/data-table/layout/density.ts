import { deviceChoice } from '../../device-choice.ts'

/** How close the rows of every table stand on this device: 편하게 or 촘촘하게. With a finger they keep the height a finger needs. */
export type Density = 'roomy' | 'dense'

export const density = deviceChoice<Density>('table-density', ['roomy', 'dense'])

/** In px. */
export function rowHeightOf({ isCoarse, isDense }: { isCoarse: boolean; isDense: boolean }): number {
  if (isCoarse) return 44
  return isDense ? 28 : 36
}
