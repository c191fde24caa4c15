import { sql } from 'kysely'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { createFieldColumn, createRowIdColumns, type SourcedColumn } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'

/** Display names of references: id → name, by field. */
export type ReferenceNames = Readonly<Record<string, ReadonlyMap<string, string>>>

/**
 * The columns of a described record with its order and labels: references by name, and last the
 * columns by which an import recognizes the record. Secret fields are never exported.
 */
export function buildDescribedColumns(book: WritableBook, names: ReferenceNames): readonly SourcedColumn<AnyRecord>[] {
  const shownFields = book.fields.filter(({ kind }: Field) => kind !== 'secret')
  return [
    ...shownFields.map((field: Field) =>
      createFieldColumn<AnyRecord>(field, (record) => getValue(record, field.key, names)),
    ),
    ...createRowIdColumns<AnyRecord>((record) => record),
  ]
}

function getValue(record: AnyRecord, key: string, names: ReferenceNames): AnyRecord[string] {
  const value = record[key] ?? null
  return typeof value === 'string' ? (names[key]?.get(value) ?? value) : value
}

/** The names of all records that a collection may reference. */
export async function readReferenceNames(db: Database, book: WritableBook): Promise<ReferenceNames> {
  const lists = book.fields.map(async ({ key, refers }: Field) => {
    const table = book.references[key]
    return refers && table ? [[key, await readNames(db, table, refers.label)] as const] : []
  })
  return Object.fromEntries((await Promise.all(lists)).flat())
}

async function readNames(db: Database, table: string, label: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(label)} as name from ${sql.table(table)}
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
