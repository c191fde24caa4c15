import type { Readable } from 'node:stream'
import { personDescription, type Person } from '#contract/people.ts'
import type { TakeOut } from '#contract/take-out.ts'
import type { Field } from '#contract/books/field.ts'
import { fieldColumn, maskedRow, sheetRow } from '#domain/record-sheet.ts'
import { bookLayout, sheetNameOf } from '#server/documents/export/write-book.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'

/** Users as a sheet, under the labels of the screen; card numbers masked as everywhere, the rest as it was asked for. */
export function exportPeople(people: readonly Person[], { isMasked }: Pick<TakeOut, 'isMasked'>): Readable {
  const columns = personDescription.fields.map((field: Field) =>
    fieldColumn<Person>(field, (person) => person[field.key as keyof Person]),
  )
  async function* chunks() {
    const rows = people.map((person) => sheetRow(columns, person))
    yield { rows: isMasked ? rows.map((row) => maskedRow(columns, row)) : rows }
  }
  return writeSheet(bookLayout(sheetNameOf(personDescription.label), columns), chunks())
}
