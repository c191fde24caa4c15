import type { Field } from '#contract/books/field.ts'
import { fieldColumn, type SheetColumn } from './record-sheet.ts'

/** What nobody edits, and what is kept secret, no sheet sets. */
export function isImported({ editable, kind }: Field): boolean {
  return editable !== false && kind !== 'secret'
}

/** The titles that the import knows, for an empty sheet to be filled; those that must be filled have a star. */
export function templateColumns(fields: readonly Field[]): readonly SheetColumn[] {
  return fields.filter(isImported).map((field) => {
    const { header, kind, width } = fieldColumn<null>(field, () => null)
    return { header: field.required ? `${header} *` : header, kind, width }
  })
}
