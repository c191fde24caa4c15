import type { FieldValue } from '#contract/books/field.ts'
import { checkValue, parseEntry } from '../cells/cell-text.ts'
import type { Parsed } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { CopiedColumn } from './clipboard-html.ts'

/** A cell to write: its text and, from our own tables, the raw value. */
export interface WrittenCell {
  readonly text: string
  readonly raw?: { readonly value: FieldValue; readonly from: CopiedColumn }
}

/**
 * The value of a pasted cell: the raw one from a column of the same kind, otherwise the text parsed
 * as if typed.
 */
export function pastedValue(column: Column, cell: WrittenCell, today: string): Parsed {
  const { raw } = cell
  return raw && isSameKind(column, raw.from) ? checkValue(column, raw.value) : parseEntry(column, cell.text, today)
}

function isSameKind(column: Column, from: CopiedColumn): boolean {
  return column.field.kind === from.kind && (column.field.refers?.collection ?? null) === from.refers
}
