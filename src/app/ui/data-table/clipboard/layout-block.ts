import { rangeHeight, rangeWidth } from '../selection/cell-range.ts'
import type { CellRange } from '../selection/cell-range.ts'

/** A pasted cell and its target position. */
export interface PlacedCell<Cell> {
  readonly row: number
  readonly column: number
  readonly cell: Cell
}

/**
 * Places a pasted block on the selection as Excel does. One cell fills every selected cell. Along
 * an axis where the selection is a multiple of the block, the block repeats; otherwise it is placed
 * once at the top left. Cells missing in ragged rows leave their targets untouched.
 */
export function layoutBlock<Cell>(
  block: readonly (readonly Cell[])[],
  ranges: readonly CellRange[],
): PlacedCell<Cell>[] {
  const height = block.length
  const width = Math.max(0, ...block.map((row) => row.length))
  const [first] = ranges
  if (height === 0 || width === 0 || !first) return []
  const targets = height === 1 && width === 1 ? ranges : [first]
  return targets.flatMap((target) => {
    const down = repeats(rangeHeight(target), height)
    const along = repeats(rangeWidth(target), width)
    return grid(down * height, along * width).flatMap(({ row, column }) => {
      const cells = block[row % height] ?? []
      const cell = cells[column % width]
      return cell === undefined ? [] : [{ row: target.top + row, column: target.left + column, cell }]
    })
  })
}

function repeats(room: number, size: number): number {
  return room % size === 0 ? room / size : 1
}

function grid(height: number, width: number): { row: number; column: number }[] {
  return Array.from({ length: height * width }, (_, at) => ({ row: Math.floor(at / width), column: at % width }))
}
