import type { FieldValue } from '#contract/books/field.ts'
import { checkValue, parseEntry } from '../cells/cell-text.ts'
import type { Parsed } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { CopiedColumn } from './clipboard-html.ts'

/** One cell to be written: what another program shows of it and, from our own tables, the value itself. */
export interface WrittenCell {
  readonly text: string
  readonly raw?: { readonly value: FieldValue; readonly from: CopiedColumn }
}

/** The value a pasted cell stands for in a column: its own where it comes from a column of the same kind, else what the text would be if it were typed. */
export function pastedValue(column: Column, cell: WrittenCell, today: string): Parsed {
  const { raw } = cell
  return raw && isSameKind(column, raw.from) ? checkValue(column, raw.value) : parseEntry(column, cell.text, today)
}

function isSameKind(column: Column, from: CopiedColumn): boolean {
  return column.field.kind === from.kind && (column.field.refers?.collection ?? null) === from.refers
}
