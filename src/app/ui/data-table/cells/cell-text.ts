import type { FieldValue } from '#contract/books/field.ts'
import { formatRequiredError } from '#contract/books/record-schema.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatReadable } from '#domain/applications/application.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { checkEntry, readEntry } from '#domain/entry/read-entry.ts'
import { formatWon } from '#domain/money/won.ts'
import { hasFixedOptions } from '../columns/table-columns.ts'
import type { Column } from '../data-table-props.ts'

/** Text of a cell that isn't being edited; empty for an empty cell. */
export function formatCellText(column: Column, row: SourceRow): string {
  return column.format ? column.format(row) : formatCellValue(column, getCellValue(column, row), row)
}

/**
 * The value of a cell: from the referenced record for `<reference>.<key>` columns, computed for
 * derived ones.
 */
export function getCellValue(column: Column, row: SourceRow): FieldValue {
  if (column.derive) return column.derive(row)
  const dot = column.key.indexOf('.')
  if (dot === -1) return row.record[column.key] ?? null
  return row.joined[column.key.slice(0, dot)]?.[column.key.slice(dot + 1)] ?? null
}

/**
 * Display text of a value. `row` supplies the names of joined references; others are looked up in
 * the column's options.
 */
export function formatCellValue(column: Column, value: FieldValue, row: SourceRow | null = null): string {
  if (value === null) return ''
  switch (column.field.kind) {
    case 'won':
      return typeof value === 'number' ? formatWon(value) : String(value)
    case 'number':
      return typeof value === 'number' ? formatNumber(value, column.field.scale ?? 0) : String(value)
    case 'date':
      return formatDay(String(value))
    case 'datetime':
      return formatMoment(String(value))
    case 'flag':
    case 'enum':
    case 'reference':
      return findValueLabel(column, value, row)
    case 'text':
      return formatReadable(column.field.readsAs, String(value))
    case 'secret':
      return String(value)
  }
}

/** Text for the editor and for copying: digits without separators, days as 2026-11-20. */
export function formatForEditing(column: Column, value: FieldValue, row: SourceRow | null = null): string {
  if (value === null) return ''
  if (hasFixedOptions(column)) return findValueLabel(column, value, row)
  return String(value)
}

export type ParseResult =
  | { readonly ok: true; readonly value: FieldValue }
  | { readonly ok: false; readonly message: string; /** A required value is missing. */ readonly isMissing?: true }

/** Parses typed or pasted text. `today` is the office's current day (YYYY-MM-DD). */
export function parseEntry(column: Column, text: string, today: string): ParseResult {
  const options = hasFixedOptions(column) ? (column.options?.() ?? []) : undefined
  const parsed = readEntry(column.field, text, { today, ...(options && { options }) })
  return column.field.required && isMissing(text) ? createMissingError(column) : parsed
}

/** Checks whether a column accepts a value, with a Korean reason if not, and normalizes text. */
export function checkValue(column: Column, value: FieldValue): ParseResult {
  if (column.field.required && isMissing(value)) return createMissingError(column)
  return checkEntry(column.field, value)
}

function isMissing(value: FieldValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

function createMissingError({ field }: Column): ParseResult {
  return { ok: false, message: formatRequiredError(field), isMissing: true }
}

/** Applies the column's rule for this row to a parsed value; `row` is null in the entry line. */
export function checkInRow(column: Column, row: SourceRow | null, parsed: ParseResult): ParseResult {
  if (!parsed.ok) {
    const isNewRowValue = parsed.isMissing === true && row === null
    return isNewRowValue ? { ...parsed, message: formatRequiredError(column.field, 'create') } : parsed
  }
  const message = column.check?.(parsed.value, row)
  return message ? { ok: false, message } : parsed
}

function findValueLabel(column: Column, value: FieldValue, row: SourceRow | null): string {
  const label = column.field.refers?.label
  const joined = row && row.record[column.key] === value ? row.joined[column.key] : undefined
  if (label && joined) return String(joined[label] ?? '')
  return (
    column.options?.().find((option) => option.value === value)?.label ?? (column.field.refers ? '' : String(value))
  )
}
