import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { Query } from '#contract/query.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { displayText, valueOf } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'

/** What a list holds, as it stands on the screen: a line of texts for each record, and the sum under each column of money. */
export interface PrintedRows {
  readonly rows: string[][]
  /** Null under what is no money. */
  readonly sums: (number | null)[]
  /** Records whose processing is stopped 처리정지: they stand on no list. */
  leftOut: number
}

export interface GatherDeps {
  readonly copy: OfflineCopy
  readonly collection: CollectionName
  readonly query: Query
  readonly columns: readonly Column[]
  /** Cancels; the promise then rejects with its reason. */
  readonly signal: AbortSignal
  /** Called with the share that is done, 0…1. */
  onProgress(share: number): void
}

/** Every record that the query finds, in its order, from this device: with a network or without. */
export async function gatherRows(deps: GatherDeps): Promise<PrintedRows> {
  const { copy, collection, query, columns, signal, onProgress } = deps
  const printed = noRowsOf(columns)
  await copy.readAll(collection, query, (rows, done, all) => {
    signal.throwIfAborted()
    for (const row of rows) addRow(printed, columns, row)
    onProgress(all === 0 ? 1 : done / all)
  })
  signal.throwIfAborted()
  return printed
}

/** The same of rows that are there already. */
export function rowsAtHand(columns: readonly Column[], rows: readonly SourceRow[]): PrintedRows {
  const printed = noRowsOf(columns)
  for (const row of rows) addRow(printed, columns, row)
  return printed
}

function noRowsOf(columns: readonly Column[]): PrintedRows {
  return { rows: [], sums: columns.map(({ field }) => (field.kind === 'won' ? 0 : null)), leftOut: 0 }
}

function addRow(printed: PrintedRows, columns: readonly Column[], row: SourceRow): void {
  const { rows, sums } = printed
  if (row.stopped) {
    printed.leftOut += 1
    return
  }
  rows.push(columns.map((column) => printedText(column, row)))
  for (const [at, column] of columns.entries()) {
    const sum = sums[at]
    if (typeof sum === 'number') sums[at] = sum + amountOf(valueOf(column, row))
  }
}

function amountOf(value: FieldValue): number {
  return typeof value === 'number' ? value : 0
}

/** As the cell shows it. A resident number that stands in a text from before they were refused is printed without its second half. */
export function printedText(column: Column, row: SourceRow): string {
  const text = displayText(column, row)
  return /[0-9０-９]/.test(text) && text.length >= 13 ? maskResidentNumbers(text) : text
}
