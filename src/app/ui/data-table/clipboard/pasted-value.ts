import type { FieldValue } from '#contract/books/field.ts'
import { readWon } from '#domain/won.ts'
import { checkValue, parseEntry } from '../cells/cell-text.ts'
import type { Parsed } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { CopiedColumn } from './clipboard-html.ts'

/** One cell to be written: what another program shows of it and, from our own tables, the value itself. */
export interface WrittenCell {
  readonly text: string
  readonly raw?: { readonly value: FieldValue; readonly from: CopiedColumn }
}

/** The value a pasted cell stands for in a column: read as typing is, in the spellings of sheets too. What is none is refused with a reason. */
export function pastedValue(column: Column, cell: WrittenCell, today: string): Parsed {
  const { raw } = cell
  if (raw && isSameKind(column, raw.from)) return checkValue(column, raw.value)
  const text = cell.text.trim()
  switch (column.field.kind) {
    case 'won':
      return wonFrom(column, text)
    case 'number':
      return parseEntry(column, plainNumber(text), today)
    case 'date':
      return parseEntry(column, plainDay(text), today)
    default:
      return parseEntry(column, cell.text, today)
  }
}

function isSameKind(column: Column, from: CopiedColumn): boolean {
  return column.field.kind === from.kind && (column.field.refers?.collection ?? null) === from.refers
}

function wonFrom(column: Column, text: string): Parsed {
  // 0 in Excel's accounting format.
  const amount = readWon(/^[₩\\]?\s*[-–—]$/.test(text.normalize('NFKC')) ? '0' : text)
  return amount.ok ? checkValue(column, amount.value) : amount
}

/** Excel's ways to show a number: ₩1,234, (1,234) for less than nothing, - for 0 in the accounting format, 1.2E+5. */
function plainNumber(text: string): string {
  const plain = text.normalize('NFKC').replace(/[,\s₩\\]/g, '')
  if (/^[-–—]$/.test(plain)) return '0'
  const negative = /^\((.+)\)$/.exec(plain)?.[1]
  const signed = negative === undefined ? plain : `-${negative}`
  return /^[+-]?\d+(\.\d+)?E[+-]?\d{1,2}$/i.test(signed) ? String(Number(signed)) : signed
}

/** Excel's ways to show a day that nobody types: with a time, with the day of the week, and American 11/20/2026. */
function plainDay(text: string): string {
  const day = text
    .normalize('NFKC')
    .replace(/\s+(오전|오후)?\s*\d{1,2}:\d{2}(:\d{2})?(\s*[AP]M)?$/i, '')
    .replace(/[,\s]*(\([월화수목금토일]\)|[월화수목금토일]요일)$/, '')
    .trim()
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(day)
  return american ? `${american[3]}-${american[1]}-${american[2]}` : day
}
