/**
 * Positions of rows when some are unfolded. The list consists of lines of one height: a row is one
 * line, followed by `extra` lines for its hidden columns when unfolded. Positions are computed
 * without measuring, so unfolding 100,000 rows costs as much as one, and a jump to row 50,000 is
 * exact.
 */
export interface RowLines {
  /** Additional lines of an unfolded row. */
  readonly extra: number
  readonly isUnfolded: (row: number) => boolean
  readonly lineOf: (row: number) => number
  /** `part` 0 is the row itself, 1 and up the lines below it. */
  readonly at: (line: number) => { readonly row: number; readonly part: number }
}

interface UnfoldedRows {
  readonly extra: number
  /** All rows are unfolded except the exceptions, or only those. */
  readonly isAll: boolean
  /** Indexes in the result, ascending. */
  readonly exceptions: readonly number[]
}

/**
 * Which rows show their hidden columns: all but the exceptions, or only those. By record id, so a
 * refresh keeps them.
 */
export interface Unfolding {
  readonly isAll: boolean
  readonly exceptions: ReadonlySet<string>
}

export const allFolded: Unfolding = { isAll: false, exceptions: new Set() }

export function createRowLines({ extra, isAll, exceptions }: UnfoldedRows): RowLines {
  if (extra === 0 || (!isAll && exceptions.length === 0)) return { ...plainLines, extra }

  function isUnfolded(row: number) {
    return (exceptions[countBelow(exceptions, row)] === row) !== isAll
  }
  function lineOf(row: number) {
    const exceptionsAbove = countBelow(exceptions, row)
    return row + extra * (isAll ? row - exceptionsAbove : exceptionsAbove)
  }
  function at(line: number) {
    let low = 0
    let high = line
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (lineOf(middle) <= line) low = middle
      else high = middle - 1
    }
    return { row: low, part: line - lineOf(low) }
  }
  return { extra, isUnfolded, lineOf, at }
}

/** Every row is one line. */
export const plainLines: RowLines = {
  extra: 0,
  isUnfolded: () => false,
  lineOf: (row) => row,
  at: (line) => ({ row: line, part: 0 }),
}

/** Number of ascending values below the limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
