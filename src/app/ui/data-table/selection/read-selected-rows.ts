import type { SourceRow } from '#contract/records/row-source.ts'
import { shapeOf } from '../table.ts'
import type { Table } from '../table.ts'

/** Rows asked for at once: little enough that a source with a bounded memory keeps what is on the screen. */
const chunk = 1000
/** How often a chunk is asked for again (scrolling asks for other rows, and the newer wish wins), and after how long it is given up. */
const askAgainEvery = 200
const patience = 15_000

/** `changed`: another result came in between, so row numbers mean other records by now. `missing`: the rows did not come. */
export type ReadOutcome = 'read' | 'changed' | 'missing'

/** Visits the rows first…last in order, fetching what is not loaded. Everything loaded is visited at once, before the promise is answered. */
export async function readSourceRows(
  table: Table,
  { first, last }: { first: number; last: number },
  visit: (row: SourceRow, index: number) => void,
): Promise<ReadOutcome> {
  const { source } = table.props
  const { generation } = source.getState()
  for (let from = first; from <= last; from += chunk) {
    const to = Math.min(last, from + chunk - 1)
    if (!isLoaded(table, from, to) && !(await fetchRows(table, from, to))) return 'missing'
    if (source !== table.props.source || generation !== source.getState().generation) return 'changed'
    for (let index = from; index <= to; index++) {
      const row = source.rowAt(index)
      if (!row) return 'missing'
      visit(row, index)
    }
  }
  return 'read'
}

export function isLoaded(table: Table, first: number, last: number): boolean {
  for (let index = first; index <= last; index++) if (!table.props.source.rowAt(index)) return false
  return true
}

/** Answers whether they came. */
function fetchRows(table: Table, first: number, last: number): Promise<boolean> {
  const { source } = table.props
  const { generation } = source.getState()
  return new Promise((resolve) => {
    let isOver = false
    function askForRows() {
      keepScreen(table)
      source.ensureRange(first, last)
    }
    function end(isThere: boolean) {
      isOver = true
      stop()
      clearInterval(timer)
      clearTimeout(limit)
      keepScreen(table)
      resolve(isThere)
    }
    function lookAtRows() {
      if (isOver) return
      if (source.getState().generation !== generation) end(true)
      else if (isLoaded(table, first, last)) end(true)
    }
    const stop = source.subscribe(lookAtRows)
    const timer = setInterval(() => {
      lookAtRows()
      if (!isOver) askForRows()
    }, askAgainEvery)
    const limit = setTimeout(() => end(false), patience)
    askForRows()
    lookAtRows()
  })
}

/** A source forgets the rows looked at longest ago: those on the screen must not be among them. */
function keepScreen(table: Table): void {
  const { source } = table.props
  source.ensureRange(table.topRow, table.topRow + shapeOf(table).pageRows + 20)
}
