import type { FieldValue } from '#contract/books/field.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { getCurrentValue } from '../cells/current-value.ts'
import type { Column } from '../data-table-props.ts'
import type { Table } from '../table.ts'
import { type CellRange, countCells, splitOverlaps } from './cell-range.ts'
import { listSelectedRanges } from './cell-selection.ts'
import { readSourceRows } from './read-source-rows.ts'

/** Above this many rows only loaded ones are added up, and the text says so. */
const maxReadRows = 20_000
/** Debounce in ms, so that neither a selection being drawn nor each of many changes is added up. */
const debounceMs = 120

/**
 * Reports the figures of the current selection, and again whenever one of its rows changes: by an
 * edit here, a colleague's edit or another result.
 */
export function watchFigures(table: Table, onText: (text: string) => void): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopWatching: () => void = () => undefined
  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(() => void updateFigures(), debounceMs)
  }
  async function updateFigures() {
    const rowIds = new Set<string>()
    const text = await computeFigures(table, rowIds)
    if (isStopped) return
    stopWatching()
    stopWatching = watchRows(table, rowIds, schedule)
    onText(text)
  }
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopWatching()
  }
}

function watchRows(
  { pending, props: { source } }: Table,
  rowIds: ReadonlySet<string>,
  onChange: () => void,
): () => void {
  const { generation, total } = source.getState()
  const stops = [...rowIds].flatMap((id) => [pending.subscribe(id, onChange), source.subscribeRow(id, onChange)])
  stops.push(
    source.subscribe(() => {
      const current = source.getState()
      if (current.generation !== generation || current.total !== total) onChange()
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

async function computeFigures(table: Table, rowIds: Set<string>): Promise<string> {
  const ranges = splitOverlaps(listSelectedRanges(table))
  const rowCount = ranges.reduce((count, range) => count + range.bottom - range.top + 1, 0)
  const tally = createFigureTally()
  let scannedCount = 0
  const add = (range: CellRange, index: number) => {
    const row = table.props.source.rowAt(index)
    if (!row) return
    rowIds.add(row.id)
    for (let columnIndex = range.left; columnIndex <= range.right; columnIndex++) {
      const column = table.props.columns[columnIndex]
      if (column) tally.add(column, getCurrentValue(table, row, column))
    }
    scannedCount += range.right - range.left + 1
  }
  for (const range of ranges) {
    if (rowCount <= maxReadRows) {
      await readSourceRows(table, { first: range.top, last: range.bottom }, (_row, index) => add(range, index))
    } else {
      for (let index = range.top; index <= range.bottom; index++) add(range, index)
    }
  }
  const totalCells = countCells(ranges)
  const figures = formatFigures(tally.getFigures())
  return scannedCount === totalCells ? figures : `${figures} · 불러온 셀 ${formatNumber(scannedCount)}개`
}

/** Figures of the selected cells, shown below the table. */
interface SelectionFigures {
  /** Number of non-empty cells. */
  readonly count: number
  /** Sum of amounts and numbers; null when there are none. */
  readonly sum: number | null
  readonly average: number | null
}

/** Adds cells one by one, so rows may arrive over time. */
interface FigureTally {
  add(column: Column, value: FieldValue): void
  getFigures(): SelectionFigures
}

/**
 * Sums whole won and ten-thousandths separately as integers: areas with four decimals add up
 * without rounding errors, and large amounts stay exact to the won.
 */
const fractionScale = 10_000

export function createFigureTally(): FigureTally {
  let count = 0
  let numberCount = 0
  let integerPart = 0
  let fraction = 0
  return {
    add(column, value) {
      if (value === null || value === '') return
      count += 1
      const isAmount = column.field.kind === 'won' || column.field.kind === 'number'
      if (!isAmount || typeof value !== 'number') return
      numberCount += 1
      integerPart += Math.trunc(value)
      fraction += Math.round((value - Math.trunc(value)) * fractionScale)
    },
    getFigures() {
      if (numberCount === 0) return { count, sum: null, average: null }
      const sum = integerPart + fraction / fractionScale
      return { count, sum, average: sum / numberCount }
    },
  }
}

/** 개수 12 · 합계 1,234,000 · 평균 102,833.33 */
export function formatFigures({ count, sum, average }: SelectionFigures): string {
  const texts = [`개수 ${formatNumber(count)}`]
  if (sum !== null) texts.push(`합계 ${formatNumber(sum, 4)}`)
  if (average !== null) texts.push(`평균 ${formatNumber(average, 2)}`)
  return texts.join(' · ')
}
