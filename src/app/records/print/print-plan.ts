import { deviceChoice } from '#app/ui/device-choice.ts'
import { minFontSize } from '#app/ui/print/fit-columns.ts'
import type { ColumnFit } from '#app/ui/print/paper.ts'
import { fitLines, type ListLines } from './list-paper.ts'

/** Whether this device prints columns without any content. */
export const emptyColumnsChoice = deviceChoice('print-empty-columns', ['left-out', 'kept'])
export type EmptyColumns = ReturnType<typeof emptyColumnsChoice.read>

/** Which columns of a list are printed, and how. */
export interface PrintPlan {
  readonly lines: ListLines
  readonly fit: ColumnFit
  /** Labels of the empty columns, printed or not. */
  readonly empty: readonly string[]
  /** Labels of the columns that don't fit on A4. */
  readonly cutColumns: readonly string[]
}

export function planPrint(all: ListLines, emptyColumns: EmptyColumns): PrintPlan {
  const empty = emptyPlaces(all)
  const wantedLines = emptyColumns === 'kept' ? all : pickColumns(all, (at) => !empty.has(at))
  const fit = fitLines(wantedLines)
  const emptyLabels = { empty: all.columns.filter((_, at) => empty.has(at)).map(({ label }) => label) }
  if ('font' in fit) return { ...emptyLabels, lines: wantedLines, fit, cutColumns: [] }
  const lines = pickColumns(wantedLines, (at) => at < fit.fitting)
  const refitted = fitLines(lines)
  return {
    ...emptyLabels,
    lines,
    fit: 'font' in refitted ? refitted : { font: minFontSize, widths: lines.columns.map(({ width }) => width) },
    cutColumns: wantedLines.columns.slice(fit.fitting).map(({ label }) => label),
  }
}

/**
 * Indexes of the empty columns. None when the whole list is empty; it is printed as it is. The
 * first column has the row numbers.
 */
function emptyPlaces({ columns, rows }: ListLines): ReadonlySet<number> {
  const empty = columns.flatMap((_, at) => (at > 0 && rows.every((row) => (row[at] ?? '') === '') ? [at] : []))
  return new Set(empty.length === columns.length - 1 ? [] : empty)
}

function pickColumns({ columns, rows, total, leftOut }: ListLines, isPicked: (at: number) => boolean): ListLines {
  const pick = <Cell>(cells: readonly Cell[]) => cells.filter((_, at) => isPicked(at))
  return { columns: pick(columns), rows: rows.map(pick), total: total && pick(total), leftOut }
}
