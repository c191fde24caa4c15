import type { Field, FieldValue } from '#contract/books/field.ts'
import { excelSerialOfDay } from '../dates/excel-day.ts'
import { maskedValue, type Masking } from '../text/masked-value.ts'
import { formatOfficeClock } from '../dates/office-date.ts'

/**
 * A book of records as a sheet: what stands in which column, the same whether the server writes it or the browser without a network.
 * A row is a plain array; the column says what a number in it is. Dates are Excel day numbers, money is integer won, numbers are numbers, everything else is text.
 */
export type SheetCell = string | number | null

export interface SheetColumn {
  readonly header: string
  readonly kind: 'text' | 'won' | 'day' | 'number'
  /** In characters of the sheet's font, as Excel counts widths. */
  readonly width: number
  /** Kept in the file and not shown. */
  readonly hidden?: true
  /** What stands in it is hidden in a file that hides. */
  readonly masks?: Masking
}

/** A column that knows where its cells come from. */
export interface SourcedColumn<Source> extends SheetColumn {
  readonly cell: (source: Source) => SheetCell
  /** Money that the total row adds up. */
  readonly summed?: true
}

/** Excel's own codes for what the kinds look like; a text column is '@' so that numbers in it keep their leading zeros when edited. */
export const sheetNumberFormats = {
  text: '@',
  won: '#,##0',
  day: 'yyyy-mm-dd',
  number: 'General',
} as const satisfies Record<SheetColumn['kind'], string>

/** The column of a described field: header, width and kind from its description, a choice as its label, a flag as 예 or 아니오, an instant as the office's clock showed it. */
export function fieldColumn<Source>(field: Field, valueOf: (source: Source) => FieldValue): SourcedColumn<Source> {
  const header = field.label
  // A screen pixel width as Excel counts: about seven pixels a character, and a little air.
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

/** A kind of sheet: what it is called, its columns, and a row made of what one row shows. */
export interface Sheet<Source> {
  readonly name: string
  /** In the order of the sheet, left to right. */
  readonly columns: readonly SheetColumn[]
  rowOf(source: Source): SheetCell[]
  /** What the last row adds up: `add` every row, then take `row`. */
  total(): ReturnType<typeof sheetTotal>
}

export function describeSheet<Source>(name: string, columns: readonly SourcedColumn<Source>[]): Sheet<Source> {
  return { name, columns, rowOf: (source) => sheetRow(columns, source), total: () => sheetTotal(columns) }
}

/** One row of the sheet. */
export function sheetRow<Source>(columns: readonly SourcedColumn<Source>[], source: Source): SheetCell[] {
  return columns.map((column) => {
    const cell = column.cell(source)
    return typeof cell === 'string' ? harmlessText(cell) : cell
  })
}

/** A row of the sheet as it stands in a file that hides what reaches or charges a person: on device and server alike, the last thing done to it. */
export function maskedRow(columns: readonly SheetColumn[], cells: readonly SheetCell[]): SheetCell[] {
  return cells.map((cell, at) => {
    const masks = columns[at]?.masks
    const shown = masks ? maskedValue(masks, cell) : cell
    return typeof shown === 'boolean' ? null : shown
  })
}

/** What the total row adds up; `add` every row, then take `row`. Kept as a running sum, so that a sheet of any length needs no second look. */
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

/** Stands in the first cell of the total row; the import knows by it that the row is none. */
export const totalLabel = '합계'

/** The sum of amounts, empty when all of them are. */
export function sumOrEmpty(amounts: readonly (number | null)[]): number | null {
  const given = amounts.filter((amount) => amount !== null)
  return given.length === 0 ? null : given.reduce((sum, amount) => sum + amount, 0)
}

/**
 * Text that Excel takes as text. A leading = + - @ would be run as a formula once the cell is edited or saved as CSV, so it gets the apostrophe that
 * Excel itself uses for text (ASVS 1.2.10). Characters that XML cannot hold would make the whole file unreadable, and go.
 */
export function harmlessText(text: string): string {
  const clean = text.replace(unfitForXml, '')
  return /^'*[=+\-@\t\r\n]/.test(clean) ? `'${clean}` : clean
}

/** Takes off the apostrophe again, so that a sheet written here and read again gives the text it came from. */
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

/** What a flag is called in a sheet, and read as. */
export const flagLabels = { yes: '예', no: '아니오' } as const

function labelOf(labels: ReadonlyMap<string, string>, value: FieldValue): SheetCell {
  if (typeof value === 'boolean') return value ? flagLabels.yes : flagLabels.no
  return typeof value === 'string' ? (labels.get(value) ?? value) : value
}
