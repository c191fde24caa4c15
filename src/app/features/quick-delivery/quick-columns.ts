import type { FieldValue } from '#contract/books/field.ts'
import { quickDeliveryDescription } from '#contract/books/quick-delivery.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { isTopUp } from '#domain/ledgers/quick-balance.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import { allColumnsOf, narrowColumns, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'

/**
 * Columns of the record table, with the balance after each record. Read-only; the form edits.
 * `running` is read when a cell is drawn. Returns a new object whenever the balances change, so
 * that the table redraws.
 */
export function quickColumns(running: Readonly<Record<string, number>>, isNarrow: boolean): readonly Column[] {
  const columns = readOnlyColumns(
    allColumnsOf(quickDeliveryDescription, {
      created_at: { width: 152, format: ({ record }) => formatMoment(textOrNull(record['created_at']) ?? '') },
      status: { align: 'center' },
      amount: { format: amountText, tone: (row) => (isTopUpRow(row) ? 'good' : null) },
      balance: {
        label: '잔액',
        after: 'amount',
        width: 112,
        align: 'end',
        sortField: null,
        format: (row) => balanceText(running[row.id]),
        tone: (row) => ((running[row.id] ?? 0) < 0 ? 'seal' : null),
      },
    }),
  )
  // On a phone the main columns are next to the buttons; the rest unfolds.
  return isNarrow ? narrowColumns(columns, { rider: 58, amount: 88, balance: 84 }) : columns
}

export function isTopUpRow({ record }: Pick<SourceRow, 'record'>): boolean {
  return isTopUp({ status: textOrNull(record['status']) })
}

/** A top-up is shown with a plus sign. */
function amountText(row: SourceRow): string {
  const { amount } = row.record
  if (typeof amount !== 'number') return ''
  return isTopUpRow(row) ? `+${formatWon(amount)}` : formatWon(amount)
}

/** A negative balance is shown with a ledger's minus sign; empty until computed. */
export function balanceText(balance: number | undefined): string {
  if (balance === undefined) return ''
  return balance < 0 ? `−${formatWon(-balance)}` : formatWon(balance)
}

function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
