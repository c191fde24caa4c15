import type { Field, FieldValue, RecordBase } from '#contract/books/field.ts'
import { toExcelMoment, toExcelSerial } from '#domain/dates/office-date.ts'
import { hashRow } from '#domain/devices/row-hash.ts'
import { type MaskKind, maskValue } from '#domain/text/masked-value.ts'

/**
 * Sheets of a book's records, identical from the server and the offline browser. A row is a plain
 * array, and the column says what its numbers mean: dates are Excel day numbers, instants such
 * numbers with the office's time as their fraction, money is integer won, counts are whole numbers,
 * numbers are numbers, everything else is text.
 */
export type SheetCell = string | number | null

export interface SheetColumn {
  readonly header: string
  readonly kind: 'text' | 'won' | 'count' | 'day' | 'instant' | 'number'
  /** In characters of the sheet's font, as Excel counts widths. */
  readonly width: number
  /** In the file but not displayed. */
  readonly hidden?: true
  /** How its values are masked in a masked file. */
  readonly masks?: MaskKind
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
  count: '#,##0',
  day: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm',
  number: 'General',
} as const satisfies Record<SheetColumn['kind'], string>

/**
 * The column of a described field: header, width and kind from its description, a choice as its
 * label, a flag as 예 or 아니오, an instant in office time.
 */
export function createFieldColumn<Source>(
  field: Field,
  valueOf: (source: Source) => FieldValue,
): SourcedColumn<Source> {
  const header = field.label
  // Converts a pixel width to Excel's: about seven pixels per character, plus some padding.
  const width = Math.round((field.width ?? 112) / 7) + 1
  if (field.kind === 'won')
    return { header, kind: 'won', width, summed: true, cell: (source) => asNumber(valueOf(source)) }
  if (field.kind === 'date') return { header, kind: 'day', width, cell: (source) => asDay(valueOf(source)) }
  if (field.kind === 'number') return { header, kind: 'number', width, cell: (source) => asNumber(valueOf(source)) }
  if (field.kind === 'datetime') return { header, kind: 'instant', width, cell: (source) => asInstant(valueOf(source)) }
  const labels = new Map(field.choices?.map(({ value, label }) => [value, label]))
  const cell = (source: Source) => toLabel(labels, valueOf(source))
  return { header, kind: 'text', width, cell, ...(field.masks && { masks: field.masks }) }
}

/** A kind of sheet: its name, its columns, and how to make a row. */
export interface Sheet<Source> {
  readonly name: string
  /** In the order of the sheet, left to right. */
  readonly columns: readonly SheetColumn[]
  toCells(source: Source): SheetCell[]
  /** The sums of the last row: `add` every row, then take `row`. */
  total(): ReturnType<typeof createSheetTotal>
}

export function describeSheet<Source>(name: string, columns: readonly SourcedColumn<Source>[]): Sheet<Source> {
  return { name, columns, toCells: (source) => toSheetRow(columns, source), total: () => createSheetTotal(columns) }
}

export function toSheetRow<Source>(columns: readonly SourcedColumn<Source>[], source: Source): SheetCell[] {
  return columns.map((column) => {
    const cell = column.cell(source)
    return typeof cell === 'string' ? escapeFormula(cell) : cell
  })
}

/** The row with personal values masked, as the last step on device and server. */
export function maskRow(columns: readonly SheetColumn[], cells: readonly SheetCell[]): SheetCell[] {
  return cells.map((cell, index) => {
    const masks = columns[index]?.masks
    const shownValue = masks ? maskValue(masks, cell) : cell
    return typeof shownValue === 'boolean' ? null : shownValue
  })
}

/**
 * The sums of the total row; `add` every row, then take `row`. A running sum, so that a sheet of
 * any length is read only once.
 */
export function createSheetTotal(columns: readonly { readonly summed?: true }[]) {
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

/** The first cell of the total row, by which the import recognizes it. */
const totalLabel = '합계'

/** The sum of amounts; null when all are null. */
export function sumOrEmpty(amounts: readonly (number | null)[]): number | null {
  const numbers = amounts.filter((amount) => amount !== null)
  return numbers.length === 0 ? null : numbers.reduce((sum, amount) => sum + amount, 0)
}

/**
 * Text that Excel treats as text. A leading = + - @ would run as a formula once the cell is edited
 * or saved as CSV, so it gets the apostrophe Excel itself uses (OWASP ASVS 5 1.2.10). Characters
 * that XML cannot contain would make the whole file unreadable and are removed.
 */
export function escapeFormula(text: string): string {
  const clean = text.replace(unfitForXml, '')
  return /^'*[=+\-@\t\r\n]/.test(clean) ? `'${clean}` : clean
}

/** Removes that apostrophe, so that a sheet written here reads back unchanged. */
export function unescapeFormula(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unfitForXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function asNumber(value: FieldValue): number | null {
  return typeof value === 'number' ? value : null
}

function asDay(value: FieldValue): number | null {
  return typeof value === 'string' ? toExcelSerial(value) : null
}

function asInstant(value: FieldValue): number | null {
  return typeof value === 'string' ? toExcelMoment(value) : null
}

export const flagLabels = { yes: '예', no: '아니오' } as const

function toLabel(labels: ReadonlyMap<string, string>, value: FieldValue): SheetCell {
  if (typeof value === 'boolean') return value ? flagLabels.yes : flagLabels.no
  return typeof value === 'string' ? (labels.get(value) ?? value) : value
}

/** A sheet can't set secret and non-editable fields. */
export function isImportable({ editable, kind }: Field): boolean {
  return editable !== false && kind !== 'secret'
}

/** The columns of an empty template with the titles the import knows; required ones have a star. */
export function createTemplateColumns(fields: readonly Field[]): readonly SheetColumn[] {
  return fields.filter(isImportable).map((field) => {
    const { header, kind, width } = createFieldColumn<null>(field, () => null)
    return { header: field.required ? `${header} *` : header, kind, width }
  })
}

/** The non-amount cells of a row: text or nothing. */
type Texts = readonly (string | null)[]

/**
 * Whether a row is a total: 소계, 합계, 총계, 누계, 계, 2월 계, 평균, 총 12건. The word comes first or after a
 * group name (서울 소계), and only amounts and counts (12건) follow it.
 */
export function isTotalRow(texts: Texts): boolean {
  const labels = texts.map((word) => (word ?? '').normalize('NFKC').replace(/[\s:[\]<>()·*-]/g, ''))
  const index = labels.findIndex((word) => totalPattern.test(word))
  if (index === -1) return false
  const word = labels[index] ?? ''
  const before = labels.slice(0, index).filter((label) => label !== '')
  return (
    before.length <= 1 &&
    labels.slice(index + 1).every((label) => label === '' || label === word || /^\d[\d,]*건$/.test(label))
  )
}

const totalPattern =
  /^(?:.{0,20}(?:소계|합계|총계|누계|월계|총합|총액)(?:금?액)?|\d{1,4}(?:년|월|일|분기)계|계|총계?|전체|누적|평균|average|total|subtotal|grandtotal|sum|총[\d,]+(?:건|행|개|명))$/i

/** Titles of the two hidden columns, as the import looks for them. */
export const rowIdTitles = { id: '번호', base: '내보낸 기준' } as const

type VersionedRecord = Pick<RecordBase, 'id' | 'version'>

/**
 * The last two hidden columns of every sheet that can be imported again: the record's id and its
 * exported version. With them an imported sheet changes records instead of duplicating them, and
 * edits made meanwhile are detected.
 */
export function createRowIdColumns<Source>(
  recordOf: (source: Source) => VersionedRecord,
): readonly SourcedColumn<Source>[] {
  return [
    { header: rowIdTitles.id, kind: 'text', width: 38, hidden: true, cell: (source) => recordOf(source).id },
    { header: rowIdTitles.base, kind: 'text', width: 16, hidden: true, cell: (source) => formatBase(recordOf(source)) },
  ]
}

/**
 * The exported version in the text next to an id; null when they don't belong together because one
 * was edited or is in another row.
 */
export function readExportedVersion(id: string, base: string): number | null {
  const version = Number(/^(\d{1,9})-/.exec(base)?.[1] ?? 0)
  return version > 0 && formatBase({ id, version }) === base ? version : null
}

/** An unsent record has no version yet and is exported as its first. */
function formatBase({ id, version }: VersionedRecord): string {
  const baseVersion = Math.max(version, 1)
  return `${baseVersion}-${hashRow(id, baseVersion).toString(36)}`
}
