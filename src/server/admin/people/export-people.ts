import type { Readable } from 'node:stream'
import { personDescription, type Person } from '#contract/people.ts'
import type { Field } from '#contract/books/field.ts'
import { fieldColumn, sheetRow } from '#domain/record-sheet.ts'
import { bookLayout, sheetNameOf } from '#server/documents/export/write-book.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'

/** Users as a sheet, under the labels of the screen; card numbers masked as everywhere. */
export function exportPeople(people: readonly Person[]): Readable {
  const columns = personDescription.fields.map((field: Field) =>
    fieldColumn<Person>(field, (person) => person[field.key as keyof Person]),
  )
  async function* chunks() {
    yield { rows: people.map((person) => sheetRow(columns, person)) }
  }
  return writeSheet(bookLayout(sheetNameOf(personDescription.label), columns), chunks())
}
