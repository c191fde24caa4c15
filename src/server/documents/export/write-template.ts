import type { Readable } from 'node:stream'
import type { Field } from '#contract/books/field.ts'
import { templateColumns } from '#domain/template-sheet.ts'
import type { SheetChunk } from '../xlsx/sheet.ts'
import { writeSheet } from '../xlsx/write-sheet.ts'
import { bookLayout, sheetNameOf } from './write-book.ts'

/** The titles that the import knows and nothing below them. */
export function writeTemplate(label: string, fields: readonly Field[]): Readable {
  return writeSheet(bookLayout(sheetNameOf(label), templateColumns(fields)), noRows())
}

async function* noRows(): AsyncGenerator<SheetChunk> {}
