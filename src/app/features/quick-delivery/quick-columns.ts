import type { FieldValue } from '#contract/books/field.ts'
import { quickDeliveryDescription } from '#contract/books/quick-delivery.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { isTopUp } from '#domain/quick-balance.ts'
import { formatMoment } from '#domain/office-moment.ts'
import { formatWon } from '#domain/won.ts'
import { allColumnsOf, narrowColumns, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'

/**
 * The columns of the record table, with the balance after each record (spec 3 §2, §3). Nothing is edited in the table: the form does it. `running` is asked at the
 * moment of drawing. Another object whenever the balances are others, so that the table draws them.
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
  // On a phone: what one looks for first stands beside the buttons, the rest is read by unfolding a row.
  return isNarrow ? narrowColumns(columns, { rider: 58, amount: 88, balance: 84 }) : columns
}

export function isTopUpRow({ record }: Pick<SourceRow, 'record'>): boolean {
  return isTopUp({ status: textOrNull(record['status']) })
}

/** A top-up adds and says so. */
function amountText(row: SourceRow): string {
  const { amount } = row.record
  if (typeof amount !== 'number') return ''
  return isTopUpRow(row) ? `+${formatWon(amount)}` : formatWon(amount)
}

/** A balance below nothing is said with the sign that stands in a ledger; empty until it is counted. */
export function balanceText(balance: number | undefined): string {
  if (balance === undefined) return ''
  return balance < 0 ? `−${formatWon(-balance)}` : formatWon(balance)
}

function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
