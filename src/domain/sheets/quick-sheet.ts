import { quickDeliveryDescription, type QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import { momentEntryText } from '../dates/moment-entry.ts'
import { isTopUp } from '../ledgers/quick-balance.ts'
import { describeSheet, fieldColumn, type SourcedColumn } from './record-sheet.ts'
import { markColumns } from './sheet-mark.ts'

interface QuickLine {
  readonly record: QuickDeliveryRecord
  readonly balance: number | null
}

const described = quickDeliveryDescription.fields.flatMap((field): SourcedColumn<QuickLine>[] => {
  const column = fieldColumn<QuickLine>(field, ({ record }) => record[field.key])
  if (field.key === 'created_at')
    return [{ ...column, width: 18, cell: ({ record }) => momentEntryText(record.created_at) }]
  if (field.key !== 'amount') return [column]
  return [
    { header: column.header, kind: column.kind, width: column.width, cell: column.cell },
    { ...column, header: '사용액', cell: ({ record }) => (isTopUp(record) ? null : record.amount) },
    { ...column, header: '충전액', cell: ({ record }) => (isTopUp(record) ? record.amount : null) },
    { header: '잔액', kind: 'won', width: column.width, cell: ({ balance }) => balance },
  ]
})

const columns: readonly SourcedColumn<QuickLine>[] = [...described, ...markColumns<QuickLine>(({ record }) => record)]

/**
 * Quick-delivery records as a sheet: charges and top-ups in separate columns, so that each adds up,
 * and the balance after the record. The sheet also contains kind, amount and id, so that it can be
 * imported again.
 */
export const quickSheet = describeSheet('퀵기록', columns)
