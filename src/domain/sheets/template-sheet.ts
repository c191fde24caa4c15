import type { Field } from '#contract/books/field.ts'
import { fieldColumn, type SheetColumn } from './record-sheet.ts'

/** A sheet can't set secret and non-editable fields. */
export function isImported({ editable, kind }: Field): boolean {
  return editable !== false && kind !== 'secret'
}

/** The columns of an empty template with the titles the import knows; required ones have a star. */
export function templateColumns(fields: readonly Field[]): readonly SheetColumn[] {
  return fields.filter(isImported).map((field) => {
    const { header, kind, width } = fieldColumn<null>(field, () => null)
    return { header: field.required ? `${header} *` : header, kind, width }
  })
}
