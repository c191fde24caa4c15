import { formatCellText, getCellValue } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * Contents of a list as shown on the screen: texts per record, and the sum of each money column.
 */
export interface PrintedRows {
  readonly rows: string[][]
  /** Null for other columns. */
  readonly sums: (number | null)[]
  /** Number of records under 처리정지, which are on no list. */
  skipped: number
}

export interface GatherDeps {
  readonly copy: OfflineCopy
  readonly collection: CollectionName
  readonly query: Query
  readonly columns: readonly Column[]
  /** Cancels; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** Called with the completed share, 0…1. */
  onProgress(share: number): void
}

/**
 * Every record that matches the query, in its order, from this device, with or without a network.
 */
export async function gatherRows(deps: GatherDeps): Promise<PrintedRows> {
  const { copy, collection, query, columns, signal, onProgress } = deps
  const printed = createEmptyRows(columns)
  await copy.readAll(collection, query, (rows, doneCount, totalCount) => {
    signal.throwIfAborted()
    for (const row of rows) addRow(printed, columns, row)
    onProgress(totalCount === 0 ? 1 : doneCount / totalCount)
  })
  signal.throwIfAborted()
  return printed
}

/** The same for rows that are already loaded. */
export function collectLoadedRows(columns: readonly Column[], rows: readonly SourceRow[]): PrintedRows {
  const printed = createEmptyRows(columns)
  for (const row of rows) addRow(printed, columns, row)
  return printed
}

function createEmptyRows(columns: readonly Column[]): PrintedRows {
  return { rows: [], sums: columns.map(({ field }) => (field.kind === 'won' ? 0 : null)), skipped: 0 }
}

function addRow(printed: PrintedRows, columns: readonly Column[], row: SourceRow): void {
  const { rows, sums } = printed
  if (row.stopped) {
    printed.skipped += 1
    return
  }
  rows.push(columns.map((column) => formatPrinted(column, row)))
  for (const [index, column] of columns.entries()) {
    const sum = sums[index]
    if (typeof sum === 'number') sums[index] = sum + toAmount(getCellValue(column, row))
  }
}

function toAmount(value: FieldValue): number {
  return typeof value === 'number' ? value : 0
}

/**
 * Text of a cell as displayed. Hides the second half of a resident number that an old text may
 * hold.
 */
export function formatPrinted(column: Column, row: SourceRow): string {
  const text = formatCellText(column, row)
  return /[0-9０-９]/.test(text) && text.length >= 13 ? maskResidentNumbers(text) : text
}
