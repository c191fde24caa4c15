import type { Readable } from 'node:stream'
import type { Field } from '#contract/books/field.ts'
import { fieldColumn } from '#domain/record-sheet.ts'
import type { SheetChunk } from '../xlsx/sheet.ts'
import { writeSheet } from '../xlsx/write-sheet.ts'
import { bookLayout, sheetNameOf } from './write-book.ts'

/** The titles that the import knows and nothing below them; those that must be filled have a star. */
export function writeTemplate(label: string, fields: readonly Field[]): Readable {
  const columns = fields.map((field) => {
    const column = fieldColumn<null>(field, () => null)
    return field.required ? { ...column, header: `${column.header} *` } : column
  })
  return writeSheet(bookLayout(sheetNameOf(label), columns), noRows())
}

async function* noRows(): AsyncGenerator<SheetChunk> {}
