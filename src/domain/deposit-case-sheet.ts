import { depositCaseDescription, depositCostKeys, type DepositCaseRecord } from '#contract/records/deposit-cases.ts'
import type { Field } from '#contract/records/field.ts'
import { harmlessText, totalLabel, type SheetCell, type SheetColumn } from './case-book-sheet.ts'
import { excelSerialOfDay } from './excel-day.ts'

/** The deposit register as a sheet, the same whether the server writes it or the browser without a network (see case-book-sheet.ts). */
export const depositSheetName = '공탁사건부'

interface SourcedColumn extends SheetColumn {
  readonly cell: (record: DepositCaseRecord) => SheetCell
}

const columns: readonly SourcedColumn[] = [
  ...(depositCaseDescription.fields as readonly DepositField[]).flatMap((field) =>
    field.key === 'stamp' ? [fieldColumn(field), sumColumn()] : [fieldColumn(field)],
  ),
  { header: '번호', kind: 'text', width: 38, cell: ({ id }) => id },
]

/** In the order of the sheet, left to right. */
export const depositSheetColumns: readonly SheetColumn[] = columns

export function depositSheetRow(record: DepositCaseRecord): SheetCell[] {
  return columns.map(({ cell }) => {
    const value = cell(record)
    return typeof value === 'string' ? harmlessText(value) : value
  })
}

/** What the total row adds up: every column of money. `add` every row, then take `row`. */
export function depositTotal() {
  const sums: (number | null)[] = columns.map(({ kind }) => (kind === 'won' ? 0 : null))
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

type DepositField = Field & { readonly key: (typeof depositCaseDescription.fields)[number]['key'] }

function fieldColumn(field: DepositField): SourcedColumn {
  const { key, label: header, kind, choices } = field
  // A screen pixel width as Excel counts: about seven pixels a character, and a little air.
  const width = Math.round((field.width ?? 112) / 7) + 1
  if (kind === 'won') return { header, kind: 'won', width, cell: (record) => asNumber(record[key]) }
  if (kind === 'date') return { header, kind: 'day', width, cell: (record) => asDay(record[key]) }
  const labelOf = (value: SheetCell) => choices?.find((choice) => choice.value === value)?.label ?? value
  return { header, kind: 'text', width, cell: (record) => labelOf(record[key]) }
}

function sumColumn(): SourcedColumn {
  return {
    header: '합계',
    kind: 'won',
    width: 14,
    cell(record) {
      const amounts = depositCostKeys.flatMap((key) => record[key] ?? [])
      return amounts.length === 0 ? null : amounts.reduce<number>((sum, amount) => sum + amount, 0)
    },
  }
}

function asNumber(value: SheetCell): number | null {
  return typeof value === 'number' ? value : null
}

function asDay(value: SheetCell): number | null {
  return typeof value === 'string' ? excelSerialOfDay(value) : null
}
