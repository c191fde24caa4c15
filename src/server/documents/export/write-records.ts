import { sql, type RawBuilder } from 'kysely'
import type { Readable } from 'node:stream'
import type { AnyRecord, Field, RecordBase } from '#contract/books/field.ts'
import { fieldColumn, sheetRow, sheetTotal } from '#domain/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import { dayRangeConditions, isInDayRanges } from '#server/db/lists/day-ranges.ts'
import type { WritableCollection } from '#server/db/writable-collection.ts'
import { takeTurn } from '../worker-turns.ts'
import type { SheetChunk } from '../xlsx/sheet.ts'
import { writeSheet } from '../xlsx/write-sheet.ts'
import { describedColumns, readReferenceNames } from './described-columns.ts'
import { bookLayout, type BookProgress, writeBook } from './write-book.ts'

/** How the records of a list are found: small lists are read whole, long ones through a cursor over the table under the alias `r`. */
export type FoundRecords<Filters> =
  | { find(db: Database, filters: Filters): Promise<readonly RecordBase[]> }
  | { open(db: Database, filters: Filters): Promise<{ condition: RawBuilder<boolean>; order: RawBuilder<unknown> }> }

export interface AskedRecords<Filters> {
  readonly collection: WritableCollection
  readonly records: FoundRecords<Filters>
  /** With `{field}_start` and `{field}_end` of the described days, both days included. */
  readonly filters: Filters & Readonly<Record<string, unknown>>
}

/** The records that pass the filters, in the list's order, as a sheet of all their fields; money is added up in a last row. */
export function writeRecords<Filters>(
  db: Database,
  { collection, records, filters }: AskedRecords<Filters>,
  { onProgress }: { onProgress?: BookProgress },
): Readable {
  const layout = bookLayout(sheetName(collection.description.label), describedColumns(collection, {}))
  if ('find' in records) return writeSheet(layout, readWhole(db, { collection, filters, find: records.find }))
  const book = {
    collection,
    layout,
    total: () => sheetTotal(describedColumns(collection, {})),
    open: async (trx: Database) => {
      const { condition, order } = await records.open(trx, filters)
      const columns = describedColumns(collection, await readReferenceNames(trx, collection))
      const conditions = [condition, ...dayRangeConditions(collection.description, filters)]
      return {
        condition: sql<boolean>`${sql.join(conditions, sql` and `)}`,
        order,
        rowOf: (record: AnyRecord) => sheetRow(columns, record),
      }
    },
  }
  return writeBook<AnyRecord>(db, book, onProgress)
}

/** The titles that the import knows and nothing below them; those that must be filled have a star. */
export function writeTemplate(label: string, fields: readonly Field[]): Readable {
  const columns = fields.map((field) => {
    const column = fieldColumn<null>(field, () => null)
    return field.required ? { ...column, header: `${column.header} *` } : column
  })
  return writeSheet(bookLayout(sheetName(label), columns), noRows())
}

async function* noRows(): AsyncGenerator<SheetChunk> {}

/** Excel refuses these in the name of a sheet, and more than 31 characters. */
function sheetName(label: string): string {
  return label.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}

async function* readWhole<Filters>(
  db: Database,
  asked: Pick<AskedRecords<Filters>, 'collection' | 'filters'> & {
    find(db: Database, filters: Filters): Promise<readonly RecordBase[]>
  },
): AsyncGenerator<SheetChunk> {
  const { collection, filters, find } = asked
  const endTurn = await takeTurn('write')
  try {
    const [found, names] = await Promise.all([find(db, filters), readReferenceNames(db, collection)])
    const columns = describedColumns(collection, names)
    const total = sheetTotal(columns)
    const rows = (found as readonly AnyRecord[])
      .filter((record) => isInDayRanges(collection.description, record, filters))
      .map((record) => sheetRow(columns, record))
    yield { rows }
    for (const row of rows) total.add(row)
    if (columns.some(({ summed }) => summed)) yield { rows: [total.row()], isTotal: true }
  } finally {
    endTurn()
  }
}
