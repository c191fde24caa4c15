import type { RealEstateGroup, RealEstateRecord } from '#contract/records/real-estate.ts'
import { realEstateDescription, realEstateGroupDescription } from '#contract/records/real-estate.ts'
import { excelSerialOfDay } from './excel-day.ts'

/**
 * The case book as a sheet: what stands in which column, the same whether the server writes it or the browser without a network.
 * A row is a plain array; the column says what a number in it is. Dates are Excel day numbers, money is integer won, everything else is text.
 */
export type SheetCell = string | number | null

export interface SheetColumn {
  readonly header: string
  readonly kind: 'text' | 'won' | 'day'
  /** In characters of the sheet's font, as Excel counts widths. */
  readonly width: number
}

/** Excel's own codes for what the kinds look like; a text column is '@' so that numbers in it keep their leading zeros when edited. */
export const sheetNumberFormats = { text: '@', won: '#,##0', day: 'yyyy-mm-dd' } as const satisfies Record<
  SheetColumn['kind'],
  string
>

export const caseBookSheetName = '사건부'

export type SheetGroup = Pick<
  RealEstateGroup,
  'id' | 'name' | 'trust_corporate_name' | 'office' | 'region' | 'type' | 'manager'
>

type Source = { record: RealEstateRecord; group: SheetGroup | undefined }

interface SourcedColumn extends SheetColumn {
  readonly cell: (source: Source) => SheetCell
  /** Money that the total row adds up. */
  readonly summed?: true
}

const moneyKeys = ['fees', 'fees_vat', 'proof', 'tax', 'stamp'] as const

const columns: readonly SourcedColumn[] = [
  groupColumn('name', '사업구간(그룹)'),
  groupColumn('trust_corporate_name'),
  groupColumn('office'),
  groupColumn('region'),
  groupColumn('type'),
  groupColumn('manager'),
  recordColumn('regi_date'),
  recordColumn('owner'),
  recordColumn('owner_address'),
  recordColumn('housing_reg_date'),
  recordColumn('purpose'),
  ...moneyKeys.map((key) => recordColumn(key)),
  { header: '합계', kind: 'won', width: 14, summed: true, cell: ({ record }) => sumOf(record) },
  recordColumn('receipted_at'),
  recordColumn('created_at'),
  recordColumn('registrated_at'),
  { header: '번호', kind: 'text', width: 38, cell: ({ record }) => record.id },
]

/** In the order of the sheet, left to right. */
export const caseBookSheetColumns: readonly SheetColumn[] = columns

/** One row of the sheet. `group` is undefined when it has not reached this device yet: its cells stay empty. */
export function caseBookSheetRow(record: RealEstateRecord, group: SheetGroup | undefined): SheetCell[] {
  return columns.map((column) => {
    const cell = column.cell({ record, group })
    return typeof cell === 'string' ? harmlessText(cell) : cell
  })
}

/** What the total row adds up; `add` every row, then take `row`. Kept as a running sum, so that a sheet of any length needs no second look. */
export function caseBookTotal() {
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

/** The names of spec 2 §7 "saved as a case-book file with today's date": the ASCII one, and the Korean one for browsers that take it. */
export function caseBookFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `case-book_${today}.xlsx`, korean: `사건부_${today}.xlsx` }
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

function sumOf(record: RealEstateRecord): number | null {
  const amounts = moneyKeys.flatMap((key) => record[key] ?? [])
  return amounts.length === 0 ? null : amounts.reduce<number>((sum, amount) => sum + amount, 0)
}

function groupColumn(key: Exclude<keyof SheetGroup, 'id'>, header?: string): SourcedColumn {
  const label = realEstateGroupDescription.fields.find((field) => field.key === key)?.label ?? key
  return {
    header: header ?? label,
    kind: 'text',
    width: key === 'name' ? 28 : 14,
    cell: ({ group }) => group?.[key] ?? null,
  }
}

function recordColumn(key: Exclude<(typeof realEstateDescription.fields)[number]['key'], 'group_id'>): SourcedColumn {
  const field = realEstateDescription.fields.find((one) => one.key === key)
  const header = field?.label ?? key
  // A screen pixel width as Excel counts: about seven pixels a character, and a little air.
  const width = Math.round((field?.width ?? 112) / 7) + 1
  if (field?.kind === 'won') {
    return { header, kind: 'won', width, summed: true, cell: ({ record }) => asNumber(record[key]) }
  }
  if (field?.kind === 'date') return { header, kind: 'day', width, cell: ({ record }) => asDay(record[key]) }
  return { header, kind: 'text', width, cell: ({ record }) => record[key] }
}

function asNumber(value: string | number | null): number | null {
  return typeof value === 'number' ? value : null
}

function asDay(value: string | number | null): number | null {
  return typeof value === 'string' ? excelSerialOfDay(value) : null
}
