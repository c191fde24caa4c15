import { depositCaseDescription, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { describeSheet, fieldColumn, sumOrEmpty, type SourcedColumn } from './record-sheet.ts'
import { markColumns } from './sheet-mark.ts'

const columns: readonly SourcedColumn<DepositCaseRecord>[] = [
  ...depositCaseDescription.fields.flatMap((field) => {
    const column = fieldColumn<DepositCaseRecord>(field, (record) => record[field.key])
    return field.key === 'stamp' ? [column, sumColumn()] : [column]
  }),
  ...markColumns<DepositCaseRecord>((record) => record),
]

/** The deposit register as a sheet, identical from the server and the offline browser. */
export const depositSheet = describeSheet('공탁사건부', columns)

function sumColumn(): SourcedColumn<DepositCaseRecord> {
  return {
    header: '합계',
    kind: 'won',
    width: 14,
    summed: true,
    cell: (record) => sumOrEmpty(costKeys.map((key) => record[key])),
  }
}
