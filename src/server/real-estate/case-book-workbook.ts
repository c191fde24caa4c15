import { sql, type Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { RealEstateRecord } from '#contract/records/real-estate.ts'
import {
  caseBookSheetColumns,
  caseBookSheetName,
  caseBookSheetRow,
  caseBookTotal,
  sheetNumberFormats,
} from '#domain/case-book-sheet.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { SheetChunk, SheetLayout } from '../documents/xlsx/sheet.ts'
import { takeTurn } from '../documents/xlsx/worker-turns.ts'
import { writeSheet } from '../documents/xlsx/write-sheet.ts'
import { caseBookCondition, caseBookOrder, readGroups, type CaseBookFilters } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'

/** Rows read and written at a time. */
export const rowsPerChunk = 1000

/**
 * The rows that pass the filters, in the order of the screen, as a workbook that is written while it is read. `onProgress`, for whoever waits for it in the
 * background, hears the number of rows once and then how many stand in the sheet.
 */
export function writeCaseBook(
  db: Database,
  filters: CaseBookFilters,
  onProgress?: (progress: { done: number; total: number }) => void,
): Readable {
  return writeSheet(caseBookLayout, readChunks(db, filters, onProgress))
}

const caseBookLayout: SheetLayout = {
  name: caseBookSheetName,
  frozenColumns: 1,
  columns: caseBookSheetColumns.map(({ header, kind, width }) => ({
    header,
    width,
    numberFormat: sheetNumberFormats[kind],
    align: ({ text: 'left', day: 'center', won: 'right' } as const)[kind],
  })),
}

type Progress = Parameters<typeof writeCaseBook>[2]

/** All rows stand as they stood at one moment: one snapshot, read through a cursor, however long the browser takes to download. */
async function* readChunks(db: Database, filters: CaseBookFilters, onProgress: Progress): AsyncGenerator<SheetChunk> {
  const endTurn = await takeTurn('write')
  try {
    const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    try {
      yield* readSnapshot(trx, filters, onProgress)
    } finally {
      await trx.rollback().execute()
    }
  } finally {
    endTurn()
  }
}

async function* readSnapshot(
  trx: Transaction<Tables>,
  filters: CaseBookFilters,
  onProgress: Progress,
): AsyncGenerator<SheetChunk> {
  const groups = await readGroups(trx)
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const condition = caseBookCondition(filters, groups)
  const progress = { done: 0, total: onProgress ? await countRows(trx, condition) : 0 }
  onProgress?.(progress)
  const total = caseBookTotal()
  await sql`
    declare exported no scroll cursor for
    select ${recordJson(realEstateCollection, 'r')} as row from real_estate r
    where ${condition} order by ${caseBookOrder(undefined, groups)}
  `.execute(trx)
  for (;;) {
    const { rows } = await sql<{ row: RealEstateRecord }>`fetch ${sql.lit(rowsPerChunk)} from exported`.execute(trx)
    if (rows.length === 0) break
    const cells = rows.map(({ row }) => caseBookSheetRow(row, groupsById.get(row.group_id)))
    for (const row of cells) total.add(row)
    yield { rows: cells }
    progress.done += rows.length
    onProgress?.({ ...progress })
  }
  yield { rows: [total.row()], isTotal: true }
}

async function countRows(trx: Transaction<Tables>, condition: ReturnType<typeof caseBookCondition>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from real_estate r where ${condition}`.execute(trx)
  return rows[0]?.n ?? 0
}
