import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { getCurrentValue } from '../cells/current-value.ts'
import { listColumnSums, readSummand } from '../columns/column-sums.ts'
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
      if (column) tally.add(column, row, getCurrentValue(table, row, column))
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
  /** Sums of amounts and numbers. Amounts that don't add up have a sum each, with its label. */
  readonly sums: readonly { readonly label: string; readonly sum: number; readonly average: number }[]
}

/** Adds cells one by one, so rows may arrive over time. */
interface FigureTally {
  add(column: Column, row: SourceRow, value: FieldValue): void
  getFigures(): SelectionFigures
}

/**
 * Sums whole won and ten-thousandths separately as integers: areas with four decimals add up
 * without rounding errors, and large amounts stay exact to the won.
 */
const fractionScale = 10_000

interface RunningSum {
  count: number
  integerPart: number
  fraction: number
}

export function createFigureTally(): FigureTally {
  let count = 0
  const sums = new Map<string, RunningSum>()
  function addNumber(label: string, value: number) {
    const sum = sums.get(label) ?? { count: 0, integerPart: 0, fraction: 0 }
    sums.set(label, sum)
    sum.count += 1
    sum.integerPart += Math.trunc(value)
    sum.fraction += Math.round((value - Math.trunc(value)) * fractionScale)
  }
  return {
    add(column, row, value) {
      if (value === null || value === '') return
      count += 1
      if (column.field.kind === 'number' && typeof value === 'number') addNumber(sumLabel, value)
      for (const sum of listColumnSums([column])) {
        const amount = readSummand(sum, row, value)
        if (amount !== null) addNumber(sum.only ? sum.label : sumLabel, amount)
      }
    },
    getFigures: () => ({
      count,
      sums: [...sums].map(([label, { count: summandCount, integerPart, fraction }]) => {
        const sum = integerPart + fraction / fractionScale
        return { label, sum, average: sum / summandCount }
      }),
    }),
  }
}

const sumLabel = '합계'

/** 개수 12 · 합계 1,234,000 · 평균 102,833.33. Of several sums each has its label and no average. */
export function formatFigures({ count, sums }: SelectionFigures): string {
  const sumTexts = sums.map(({ label, sum }) => `${label} ${formatNumber(sum, 4)}`)
  const averageTexts = sums.length === 1 ? sums.map(({ average }) => `평균 ${formatNumber(average, 2)}`) : []
  return [`개수 ${formatNumber(count)}`, ...sumTexts, ...averageTexts].join(' · ')
}
