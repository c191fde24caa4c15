import { genericExportNames } from '#contract/records/generic-resource.ts'
import type { Query } from '#contract/records/query.ts'
import type { Field } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { describeSheet, fieldColumn, type SourcedColumn } from '#domain/sheets/record-sheet.ts'
import { markColumns } from '#domain/sheets/sheet-mark.ts'
import { officeToday } from '#app/ui/office-today.ts'
import type { RecordBook } from '../record-book.ts'
import type { ExportOrder } from './export-records.ts'

/**
 * Default export of a book, in the same columns as the server's (server/documents/export): every
 * field, references by name, the marks last.
 */
export function plainExportOrder({ book, query }: { book: RecordBook; query: Query }): ExportOrder {
  const { collection, description } = book
  const columns: readonly SourcedColumn<SourceRow>[] = [
    ...description.fields
      .filter(({ kind }) => kind !== 'secret')
      .map((field) => fieldColumn<SourceRow>(field, (row) => valueIn(row, field))),
    ...markColumns<SourceRow>(({ record }) => record),
  ]
  return {
    collection,
    query,
    fromServer: null,
    fileName: genericExportNames(description, officeToday()).korean,
    sheet: describeSheet(description.label, columns),
  }
}

function valueIn({ record, joined }: SourceRow, { key, refers }: Field) {
  return (refers ? joined[key]?.[refers.label] : undefined) ?? record[key] ?? null
}
