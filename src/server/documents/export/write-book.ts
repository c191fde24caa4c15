import type { Readable } from 'node:stream'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { taskTimeoutMs } from '#contract/tasks/background-task.ts'
import { type SheetCell, type SheetColumn, sheetNumberFormats } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { buildJoinedJson, selectRecordJson } from '#server/db/record-json.ts'
import { isStopped } from '#server/db/stopped-records.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { acquireSlot } from '../warm-workers.ts'
import type { SheetChunk, SheetLayout } from '../xlsx/sheet.ts'
import { writeSheet } from '../xlsx/write-sheet.ts'

/** Records of one collection as a workbook: the query and the row layout. */
export interface Workbook<Row> {
  readonly book: WritableBook
  readonly layout: SheetLayout
  /** Accumulates the total row; absent: no total. */
  total?(): { add(cells: readonly SheetCell[]): void; row(): SheetCell[] }
  /** The rows include joined data. */
  readonly isJoined?: true
  /**
   * Called within the snapshot from which the rows are read. Condition and order use the alias `r`.
   */
  open(trx: Transaction<Tables>): Promise<OpenWorkbook<Row>>
}

export interface OpenWorkbook<Row> {
  readonly condition: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
  toCells(record: Row): SheetCell[]
}

/** The column formats of a sheet whose first column stays in view. */
export function buildBookLayout(name: string, columns: readonly SheetColumn[]): SheetLayout {
  return {
    name,
    frozenColumns: 1,
    columns: columns.map(({ header, kind, width, hidden }) => ({
      header,
      width,
      ...(hidden && { hidden }),
      numberFormat: sheetNumberFormats[kind],
      align: alignments[kind],
    })),
  }
}

const alignments = {
  text: 'left',
  day: 'center',
  instant: 'center',
  won: 'right',
  count: 'right',
  number: 'right',
} as const satisfies Record<SheetColumn['kind'], string>

/** Excel refuses these characters in sheet names, and more than 31 characters. */
export function toSheetName(label: string): string {
  return label.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}

/** Rows read and written at a time. */
export const rowsPerChunk = 1000

/** Milliseconds as text, for PostgreSQL settings. */
const maxWaitMs = String(taskTimeoutMs + 10_000)

/** `done` of `total` rows have been written. */
export type BookProgress = (progress: { done: number; total: number }) => void

/**
 * A book as a workbook streamed while it is read. `onProgress` reports the total once and then the
 * rows written, for background tasks.
 */
export function writeBook<Row>(db: Database, workbook: Workbook<Row>, onProgress?: BookProgress): Readable {
  return writeSheet(workbook.layout, readChunks(db, workbook, onProgress))
}

/** Reads all rows from one snapshot through a cursor, however long the download takes. */
export async function* readChunks<Row>(
  db: Database,
  workbook: Workbook<Row>,
  onProgress?: BookProgress,
): AsyncGenerator<SheetChunk> {
  const releaseSlot = await acquireSlot('write')
  try {
    const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    try {
      // A slow reader leaves the transaction idle between chunks, for at most the time limit of an
      // export (excel-export.ts, contract/tasks/background-task.ts).
      await sql`select set_config('idle_in_transaction_session_timeout', ${maxWaitMs}, true), set_config('statement_timeout', ${maxWaitMs}, true)`.execute(
        trx,
      )
      yield* readSnapshot(trx, workbook, onProgress)
    } finally {
      await trx.rollback().execute()
    }
  } finally {
    releaseSlot()
  }
}

async function* readSnapshot<Row>(
  trx: Transaction<Tables>,
  workbook: Workbook<Row>,
  onProgress?: BookProgress,
): AsyncGenerator<SheetChunk> {
  const { condition: filter, order, toCells } = await workbook.open(trx)
  // Records whose processing is stopped 처리정지 are never exported; the person gets theirs from a
  // superuser.
  const condition = sql<boolean>`(${filter}) and not ${isStopped(workbook.book.name, 'r')}`
  const table = sql.table(workbook.book.table)
  const progress = { done: 0, total: onProgress ? await countRows(trx, table, condition) : 0 }
  onProgress?.(progress)
  const total = workbook.total?.()
  const rowJson = workbook.isJoined ? buildJoinedJson : selectRecordJson
  await sql`
    declare exported no scroll cursor for
    select ${rowJson(workbook.book, 'r')} as row from ${table} r where ${condition} order by ${order}
  `.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: Row }>`fetch ${sql.lit(rowsPerChunk)} from exported`.execute(trx)
    if (rows.length === 0) break
    const cells = rows.map(({ row }) => toCells(row))
    for (const row of cells) total?.add(row)
    yield { rows: cells }
    progress.done += rows.length
    onProgress?.({ ...progress })
  }
  if (total) yield { rows: [total.row()], isTotal: true }
}

async function countRows(
  trx: Transaction<Tables>,
  table: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${table} r where ${condition}`.execute(trx)
  return rows[0]?.n ?? 0
}
