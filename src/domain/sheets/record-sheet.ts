import type { Field, FieldValue } from '#contract/books/field.ts'
import { excelSerialOfDay } from '../dates/excel-day.ts'
import { maskedValue, type Masking } from '../text/masked-value.ts'
import { formatOfficeClock } from '../dates/office-date.ts'

/**
 * Sheets of a book's records, identical from the server and the offline browser. A row is a plain
 * array, and the column says what its numbers mean: dates are Excel day numbers, money is integer
 * won, numbers are numbers, everything else is text.
 */
export type SheetCell = string | number | null

export interface SheetColumn {
  readonly header: string
  readonly kind: 'text' | 'won' | 'day' | 'number'
  /** In characters of the sheet's font, as Excel counts widths. */
  readonly width: number
  /** In the file but not displayed. */
  readonly hidden?: true
  /** How its values are masked in a masked file. */
  readonly masks?: Masking
}

/** A column with the source of its cells. */
export interface SourcedColumn<Source> extends SheetColumn {
  readonly cell: (source: Source) => SheetCell
  /** Added up in the total row. */
  readonly summed?: true
}

/**
 * Excel's format codes; text columns are '@' so that numbers in them keep leading zeros when
 * edited.
 */
export const sheetNumberFormats = {
  text: '@',
  won: '#,##0',
  day: 'yyyy-mm-dd',
  number: 'General',
} as const satisfies Record<SheetColumn['kind'], string>

/**
 * The column of a described field: header, width and kind from its description, a choice as its
 * label, a flag as 예 or 아니오, an instant in office time.
 */
export function fieldColumn<Source>(field: Field, valueOf: (source: Source) => FieldValue): SourcedColumn<Source> {
  const header = field.label
  // Converts a pixel width to Excel's: about seven pixels per character, plus some padding.
  const width = Math.round((field.width ?? 112) / 7) + 1
  if (field.kind === 'won')
    return { header, kind: 'won', width, summed: true, cell: (source) => asNumber(valueOf(source)) }
  if (field.kind === 'date') return { header, kind: 'day', width, cell: (source) => asDay(valueOf(source)) }
  if (field.kind === 'number') return { header, kind: 'number', width, cell: (source) => asNumber(valueOf(source)) }
  if (field.kind === 'datetime') return { header, kind: 'text', width, cell: (source) => asClock(valueOf(source)) }
  const labels = new Map(field.choices?.map(({ value, label }) => [value, label]))
  const cell = (source: Source) => labelOf(labels, valueOf(source))
  return { header, kind: 'text', width, cell, ...(field.masks && { masks: field.masks }) }
}

/** A kind of sheet: its name, its columns, and how to make a row. */
export interface Sheet<Source> {
  readonly name: string
  /** In the order of the sheet, left to right. */
  readonly columns: readonly SheetColumn[]
  rowOf(source: Source): SheetCell[]
  /** The sums of the last row: `add` every row, then take `row`. */
  total(): ReturnType<typeof sheetTotal>
}

export function describeSheet<Source>(name: string, columns: readonly SourcedColumn<Source>[]): Sheet<Source> {
  return { name, columns, rowOf: (source) => sheetRow(columns, source), total: () => sheetTotal(columns) }
}

export function sheetRow<Source>(columns: readonly SourcedColumn<Source>[], source: Source): SheetCell[] {
  return columns.map((column) => {
    const cell = column.cell(source)
    return typeof cell === 'string' ? harmlessText(cell) : cell
  })
}

/** The row with personal values masked, as the last step on device and server. */
export function maskedRow(columns: readonly SheetColumn[], cells: readonly SheetCell[]): SheetCell[] {
  return cells.map((cell, at) => {
    const masks = columns[at]?.masks
    const shown = masks ? maskedValue(masks, cell) : cell
    return typeof shown === 'boolean' ? null : shown
  })
}

/**
 * The sums of the total row; `add` every row, then take `row`. A running sum, so that a sheet of
 * any length is read only once.
 */
export function sheetTotal(columns: readonly { readonly summed?: true }[]) {
  const sums: (number | null)[] = columns.map((column) => (column.summed ? 0 : null))
  return {
    add(cells: readonly SheetCell[]): void {
      for (const [index, cell] of cells.entries()) {
        const sum = sums[index]
        if (typeof sum === 'number' && typeof cell === 'number') sums[index] = sum + cell
      }
    },
    row(): SheetCell[] {
      return sums.map((sum, index) => (index === 0 ? totalLabel : sum))
    },
  }
}

/** The first cell of the total row, by which the import recognises it. */
export const totalLabel = '합계'

/** The sum of amounts; null when all are null. */
export function sumOrEmpty(amounts: readonly (number | null)[]): number | null {
  const given = amounts.filter((amount) => amount !== null)
  return given.length === 0 ? null : given.reduce((sum, amount) => sum + amount, 0)
}

/**
 * Text that Excel treats as text. A leading = + - @ would run as a formula once the cell is edited
 * or saved as CSV, so it gets the apostrophe Excel itself uses (OWASP ASVS 5 1.2.10). Characters
 * that XML cannot contain would make the whole file unreadable and are removed.
 */
export function harmlessText(text: string): string {
  const clean = text.replace(unfitForXml, '')
  return /^'*[=+\-@\t\r\n]/.test(clean) ? `'${clean}` : clean
}

/** Removes that apostrophe, so that a sheet written here reads back unchanged. */
export function textFromSheet(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unfitForXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function asNumber(value: FieldValue): number | null {
  return typeof value === 'number' ? value : null
}

function asDay(value: FieldValue): number | null {
  return typeof value === 'string' ? excelSerialOfDay(value) : null
}

function asClock(value: FieldValue): string | null {
  return typeof value === 'string' ? formatOfficeClock(value) : null
}

/** Labels of a flag in a sheet. */
export const flagLabels = { yes: '예', no: '아니오' } as const

function labelOf(labels: ReadonlyMap<string, string>, value: FieldValue): SheetCell {
  if (typeof value === 'boolean') return value ? flagLabels.yes : flagLabels.no
  return typeof value === 'string' ? (labels.get(value) ?? value) : value
}
