/**
 * Where rows stand when some of them are unfolded (grid.md §14 line 29). The list is made of lines of one height: a row is one line, an unfolded row is followed by
 * `extra` lines that show its hidden columns. So nothing is ever measured: the place of any row is arithmetic, unfolding 100,000 rows costs as much as one,
 * and a jump to row 50,000 is exact.
 */
export interface RowLines {
  /** Lines that an unfolded row has below its own. */
  readonly extra: number
  readonly isUnfolded: (row: number) => boolean
  readonly lineOf: (row: number) => number
  /** `part` 0 is the row itself, 1… the lines below it. */
  readonly at: (line: number) => { readonly row: number; readonly part: number }
}

export interface Unfolded {
  readonly extra: number
  /** All rows are unfolded save the exceptions, or none save them. */
  readonly isAll: boolean
  /** Row numbers of the result, ascending. */
  readonly exceptions: readonly number[]
}

/** Which rows show their hidden columns: all but the exceptions, or the exceptions alone. By record, so that a refresh moves nothing. */
export interface Unfolding {
  readonly isAll: boolean
  readonly exceptions: ReadonlySet<string>
}

export const allFolded: Unfolding = { isAll: false, exceptions: new Set() }

export function rowLines({ extra, isAll, exceptions }: Unfolded): RowLines {
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

/** How many of the ascending numbers are smaller. */
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
