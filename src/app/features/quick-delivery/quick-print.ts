import { formatWon } from '#domain/won.ts'
import type { ListPrintOptions } from '#app/records/print/use-print-list.tsx'
import { balanceText } from './quick-columns.ts'
import { balancesOf, quickExportOrder } from './quick-export-order.ts'
import type { QuickScreenState } from './use-quick-screen.ts'

/** The ledger on paper: the balance after every record, and what is left in all. Deliveries and top-ups of one column do not add up. */
export function quickPrint(screen: QuickScreenState): ListPrintOptions {
  return {
    exportOrder: () => quickExportOrder(screen),
    extras() {
      const { value } = screen.figures
      const facts = value && [
        `사용 가능 잔액 ${balanceText(value.available_balance)}원`,
        `총 충전액 ${formatWon(value.total_balance)}원`,
        `총 사용액 ${formatWon(value.total_amount)}원`,
      ]
      return { isSummed: false, facts: facts ? [facts.join(' · ')] : [] }
    },
    async columns(shown) {
      const balances = await balancesOf(screen.copy)
      return shown.map((column) =>
        column.key === 'balance' ? { ...column, format: ({ id }) => balanceText(balances.get(id)) } : column,
      )
    },
  }
}
