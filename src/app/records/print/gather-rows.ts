import { formatCellText } from '#app/ui/data-table/cells/cell-text.ts'
import { type ColumnSum, listColumnSums, readSummand } from '#app/ui/data-table/columns/column-sums.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { isIdChecked } from '#app/ui/data-table/selection/row-checks.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatWon } from '#domain/money/won.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** Contents of a list as shown on the screen: texts per record, and the sums of money columns. */
export interface PrintedRows {
  readonly rows: readonly (readonly string[])[]
  /** One text per column, empty for columns without a sum; null if no column has one. */
  readonly totals: readonly string[] | null
  /** Number of records under 처리정지, which are on no list. */
  readonly skipped: number
}

interface GatherDeps {
  readonly copy: OfflineCopy
  readonly collection: CollectionName
  readonly query: Query
  readonly columns: readonly Column[]
  /** The checked rows, which are also gathered alone; null for none. */
  readonly selection: RowSelection | null
  /** Cancels; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** Called with the completed share, 0…1. */
  onProgress(share: number): void
}

/**
 * Every record that matches the query, in its order, from this device, with or without a network;
 * and the checked ones among them.
 */
export async function gatherRows(deps: GatherDeps): Promise<{ all: PrintedRows; checked: PrintedRows | null }> {
  const { copy, collection, query, columns, selection, signal, onProgress } = deps
  const collected = createEmptyRows(columns)
  const checked = createEmptyRows(columns)
  await copy.readAll(collection, query, (rows, doneCount, totalCount) => {
    signal.throwIfAborted()
    for (const row of rows) addRow(collected, columns, row)
    if (selection) for (const row of rows) if (isIdChecked(selection, row.id)) addRow(checked, columns, row)
    onProgress(totalCount === 0 ? 1 : doneCount / totalCount)
  })
  signal.throwIfAborted()
  return { all: toPrintedRows(collected), checked: selection && toPrintedRows(checked) }
}

/** The same for rows that are already loaded. */
export function collectLoadedRows(columns: readonly Column[], rows: readonly SourceRow[]): PrintedRows {
  const collected = createEmptyRows(columns)
  for (const row of rows) addRow(collected, columns, row)
  return toPrintedRows(collected)
}

interface CollectedRows {
  readonly rows: string[][]
  /** The sums of each column. */
  readonly sums: readonly (readonly RunningSum[])[]
  skipped: number
}

interface RunningSum {
  readonly sum: ColumnSum
  amount: number
  hasRecords: boolean
}

function createEmptyRows(columns: readonly Column[]): CollectedRows {
  const createSum = (sum: ColumnSum): RunningSum => ({ sum, amount: 0, hasRecords: false })
  return { rows: [], sums: columns.map((column) => listColumnSums([column]).map(createSum)), skipped: 0 }
}

function addRow(collected: CollectedRows, columns: readonly Column[], row: SourceRow): void {
  if (row.stopped) {
    collected.skipped += 1
    return
  }
  collected.rows.push(columns.map((column) => formatPrinted(column, row)))
  for (const running of collected.sums.flat()) {
    const amount = readSummand(running.sum, row)
    if (amount === null) continue
    running.amount += amount
    running.hasRecords = true
  }
}

function toPrintedRows({ rows, sums, skipped }: CollectedRows): PrintedRows {
  return { rows, totals: sums.every((columnSums) => columnSums.length === 0) ? null : sums.map(formatSums), skipped }
}

/** Sums of parts get their labels; those without records are left out. */
function formatSums(sums: readonly RunningSum[]): string {
  const used = sums.filter(({ hasRecords }) => hasRecords)
  return (used.length > 0 ? used : sums.slice(0, 1))
    .map(({ sum, amount }) => (sum.only ? `${sum.label} ${formatWon(amount)}` : formatWon(amount)))
    .join(' · ')
}

/**
 * Text of a cell as displayed. Hides the second half of a resident number that an old text may
 * hold.
 */
export function formatPrinted(column: Column, row: SourceRow): string {
  const text = formatCellText(column, row)
  return /[0-9０-９]/.test(text) && text.length >= 13 ? maskResidentNumbers(text) : text
}
