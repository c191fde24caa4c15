import type { DeliveryBalance } from '#contract/quick-delivery/quick-delivery.ts'
import { formatWon } from '#domain/money/won.ts'
import type { DeliveryTotals } from '#domain/quick-delivery/quick-balance.ts'

/** The sums of found records, such as `찾은 69건: 배송 69건 사용액 1,110,600원`; top-ups if there are any. */
export function describeFound({ deliveries, topUps, total_amount, total_balance }: DeliveryTotals): string {
  const parts = [
    `배송 ${formatWon(deliveries)}건 사용액 ${formatWon(total_amount)}원`,
    ...(topUps > 0 ? [`충전 ${formatWon(topUps)}건 충전액 ${formatWon(total_balance)}원`] : []),
  ]
  return `찾은 ${formatWon(deliveries + topUps)}건: ${parts.join(' · ')}`
}

/** The balance of all records, marked as such when the list shows only some of them. */
export function describeAllRecords(balance: DeliveryBalance, isWholeList: boolean): string {
  const figures = [
    `사용 가능 잔액 ${formatBalance(balance.available_balance)}원`,
    `총 충전액 ${formatWon(balance.total_balance)}원`,
    `총 사용액 ${formatWon(balance.total_amount)}원`,
  ].join(' · ')
  return isWholeList ? figures : `전체 기록: ${figures}`
}

/** A negative balance is shown with a ledger's minus sign; empty until computed. */
export function formatBalance(balance: number | undefined): string {
  if (balance === undefined) return ''
  return balance < 0 ? `−${formatWon(-balance)}` : formatWon(balance)
}
