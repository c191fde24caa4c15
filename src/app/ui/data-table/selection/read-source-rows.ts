import type { SourceRow } from '#contract/records/row-source.ts'
import { type Table, toGridShape } from '../table.ts'

/** Rows requested at once; few enough that a source with limited memory keeps the visible ones. */
const chunkSize = 1000
/**
 * Interval in ms at which a chunk is requested again (scrolling requests other rows, and the newer
 * request wins), and the timeout in ms.
 */
const retryEveryMs = 200
const timeoutMs = 15_000

/**
 * `changed`: another result arrived, so indexes mean other records. `missing`: the rows didn't
 * arrive.
 */
export type ReadOutcome = 'read' | 'changed' | 'missing'

/**
 * Visits the rows `first` to `last` in order, fetching those not loaded. If everything is loaded,
 * all are visited synchronously.
 */
export async function readSourceRows(
  table: Table,
  { first, last }: { first: number; last: number },
  visit: (row: SourceRow, index: number) => void,
): Promise<ReadOutcome> {
  const { source } = table.props
  const { generation } = source.getState()
  for (let from = first; from <= last; from += chunkSize) {
    const to = Math.min(last, from + chunkSize - 1)
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

/**
 * Rows `first` to `last` by index, fetching those not loaded. Null when they cannot be loaded; the
 * user is notified.
 */
export async function gatherSourceRows(
  table: Table,
  range: { first: number; last: number },
): Promise<ReadonlyMap<number, SourceRow> | null> {
  const rows = new Map<number, SourceRow>()
  const outcome = await readSourceRows(table, range, (row, index) => rows.set(index, row))
  if (outcome === 'read') return rows
  announceUnread(table, outcome)
  return null
}

export function announceUnread(table: Table, outcome: 'changed' | 'missing'): void {
  const text =
    outcome === 'changed'
      ? '그사이 목록이 바뀌어 그만두었습니다. 다시 시도해 주세요.'
      : '행을 모두 불러오지 못해 그만두었습니다. 다시 시도해 주세요.'
  table.props.onMessage({ type: 'warning', text })
}

export function isLoaded(table: Table, first: number, last: number): boolean {
  for (let index = first; index <= last; index++) if (!table.props.source.rowAt(index)) return false
  return true
}

/** Resolves when the rows are loaded or the result has changed; to false after the timeout. */
function fetchRows(table: Table, first: number, last: number): Promise<boolean> {
  const { source } = table.props
  const { generation } = source.getState()
  return new Promise((resolve) => {
    let isDone = false
    function requestRows() {
      keepVisibleRows(table)
      source.ensureRange(first, last)
    }
    function finish(areRowsLoaded: boolean) {
      isDone = true
      stop()
      clearInterval(timer)
      clearTimeout(timeout)
      keepVisibleRows(table)
      resolve(areRowsLoaded)
    }
    function finishIfLoaded() {
      if (isDone) return
      if (source.getState().generation !== generation) finish(true)
      else if (isLoaded(table, first, last)) finish(true)
    }
    const stop = source.subscribe(finishIfLoaded)
    const timer = setInterval(() => {
      finishIfLoaded()
      if (!isDone) requestRows()
    }, retryEveryMs)
    const timeout = setTimeout(() => finish(false), timeoutMs)
    requestRows()
    finishIfLoaded()
  })
}

/** A source drops the least recently requested rows; requesting the visible ones keeps them. */
function keepVisibleRows(table: Table): void {
  const { source } = table.props
  source.ensureRange(table.topRow, table.topRow + toGridShape(table).pageRows + 20)
}
