import { depositCaseDescription, depositCostKeys, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import {
  fieldColumn,
  sheetRow,
  sheetTotal,
  sumOrEmpty,
  type SheetCell,
  type SheetColumn,
  type SourcedColumn,
} from './record-sheet.ts'

/** The deposit register as a sheet: what stands in which column, the same whether the server writes it or the browser without a network. */
export const depositSheetName = '공탁사건부'

const columns: readonly SourcedColumn<DepositCaseRecord>[] = [
  ...depositCaseDescription.fields.flatMap((field) => {
    const column = fieldColumn<DepositCaseRecord>(field, (record) => record[field.key])
    return field.key === 'stamp' ? [column, sumColumn()] : [column]
  }),
  { header: '번호', kind: 'text', width: 38, cell: ({ id }) => id },
]

/** In the order of the sheet, left to right. */
export const depositSheetColumns: readonly SheetColumn[] = columns

/** One row of the sheet. */
export function depositSheetRow(record: DepositCaseRecord): SheetCell[] {
  return sheetRow(columns, record)
}

/** What the total row adds up; `add` every row, then take `row`. */
export function depositSheetTotal() {
  return sheetTotal(columns)
}

function sumColumn(): SourcedColumn<DepositCaseRecord> {
  return {
    header: '합계',
    kind: 'won',
    width: 14,
    summed: true,
    cell: (record) => sumOrEmpty(depositCostKeys.map((key) => record[key])),
  }
}
