import type { ImportReport } from '#contract/records/excel-import.ts'
import type { FieldValue, RecordDescription } from '#contract/books/field.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { isTotalRow as isTotal } from '#domain/sheets/total-row.ts'
import type { Database } from '#server/db/client.ts'
import type { Standing } from '#server/db/writable-collection.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { isMark, type HeaderRow } from './header-row.ts'
import { joinParts, type PartCell } from './join-parts.ts'
import { shownText, type CellAnswer } from './read-field.ts'

export type ImportError = ImportReport['errors'][number]

/** One row of the sheet that became a record to be. */
export interface GoodRow {
  /** The row's number as Excel shows it. */
  readonly row: number
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** One row of a sheet that was taken out here: a record that is there already. */
export interface KnownRow extends GoodRow {
  readonly mark: RowMark
  /** By key: the cell of what was changed, as Excel shows it. `fields` holds nothing else. */
  readonly texts: Readonly<Record<string, string>>
  /** Cells that the export had hidden. */
  readonly masked: number
}

/** Which record a row of our own sheets is. */
export interface RowMark {
  readonly row: number
  readonly id: string
  readonly baseVersion: number
  readonly standing: Standing
  /** What the export wrote into the columns, by key: when the sheet was made, and what it would write now. */
  readonly exported: Record<'base' | 'current', ReadonlyMap<string, ReadCell>>
  /** Names of what the references point at, likewise. */
  readonly names: Record<'base' | 'current', Readonly<Record<string, string>>>
}

/** By the row's number. A row that is neither marked nor at fault is a new record. */
export interface SheetMarks {
  readonly marked: ReadonlyMap<number, RowMark>
  readonly faults: ReadonlyMap<number, ImportError>
}

/**
 * Fields that are not read by their kind (a group by its name), by key. `before`: what the fields described before it were read as, in the same row; `cellOf` gives
 * the row's other cells by their keys.
 */
export type FieldReaders = Readonly<
  Record<
    string,
    (
      cell: ReadCell,
      before: GoodRow['fields'],
      row: { cellOf(key: string): ReadCell; readonly today: string },
    ) => CellAnswer
  >
>

/** Looks at all new rows of a sheet together, before they are compared with the book: rows may take each other back. */
export type SettleRows = (
  rows: readonly GoodRow[],
  given: { cellOf(row: GoodRow, key: string): ReadCell; readonly db: Database },
) => Promise<{ readonly rows: readonly GoodRow[]; readonly notes: ImportReport['notes'] }>

/** What tells the rows of records from the others. */
export interface SheetContext {
  readonly description: RecordDescription
  readonly header: HeaderRow
  /** Amounts that are kept as text and stand in a total row as well. */
  readonly summedKeys?: readonly string[]
}

export interface RowContext extends SheetContext {
  readonly rules?: Pick<BookRules, 'follows'>
  readonly readers: FieldReaders
  readonly today: string
  readonly marks: SheetMarks
}

/** Whether a row stands for a record. Empty rows and the total row do not. */
export function isDataRow(cells: readonly ReadCell[], index: number, context: SheetContext): boolean {
  return index > context.header.index && !isEmpty(cells, context.header) && !isTotalRow(cells, context)
}

export function cellOf(cells: readonly ReadCell[], header: HeaderRow, key: string): ReadCell {
  const index = header.columns.findIndex((column) => column.key === key)
  if (header.columns[index]?.partOf?.key === key) return joinParts(partCells(cells, header, key))
  return (index < 0 ? null : cells[index]) ?? null
}

function partCells(cells: readonly ReadCell[], { columns }: HeaderRow, key: string): PartCell[] {
  return columns
    .flatMap(({ partOf }, index) => (partOf?.key === key ? [{ ...partOf, cell: cells[index] ?? null }] : []))
    .toSorted((a, b) => a.order - b.order)
}

function isEmpty(cells: readonly ReadCell[], header: HeaderRow): boolean {
  // Where no title is known yet, every column may mean something.
  const isUnknown = header.columns.every(({ key }) => key === null)
  return header.columns.every(
    ({ key }, index) => (key === null && !isUnknown) || shownText(cells[index] ?? null).trim() === '',
  )
}

/** The last row of our own export, and sums within and under most hand-made tables. */
function isTotalRow(cells: readonly ReadCell[], { header, description, summedKeys = [] }: SheetContext): boolean {
  const kinds = new Map(description.fields.map(({ key, kind }) => [key, kind]))
  const isAmount = (key: string | null) => key !== null && (kinds.get(key) === 'won' || summedKeys.includes(key))
  return isTotal(
    cells.map((cell, index) => {
      const key = header.columns[index]?.key ?? null
      const isMeant = (key !== null || typeof cell === 'string') && typeof cell !== 'number'
      return isMeant && !isAmount(key) && !isMark(key) ? shownText(cell) : null
    }),
  )
}
