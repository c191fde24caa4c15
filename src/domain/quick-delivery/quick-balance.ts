import { topUpStatus } from '#contract/books/quick-delivery.ts'
import type { DeliveryBalance } from '#contract/quick-delivery/quick-delivery.ts'
import { compareText } from '#domain/text/search-text.ts'

/** The fields of a quick-delivery record that the balance needs. */
export interface BalanceRow {
  readonly id: string
  /** `balance_add` is a top-up, everything else a charge. */
  readonly status: string | null
  /** Won; empty counts as nothing. */
  readonly amount: number | null
  /** Instant in normalized spelling, so that its text sorts by time. */
  readonly created_at: string | null
}

export function isTopUp({ status }: { readonly status: string | null }): boolean {
  return status === topUpStatus
}

/** A record's effect on the balance: a top-up adds, a ride subtracts. */
export function computeBalanceEffect(row: Pick<BalanceRow, 'status' | 'amount'>): number {
  const amount = row.amount ?? 0
  return isTopUp(row) ? amount : -amount
}

/** All top-ups, all charges, and the remaining balance. */
export function computeBalance(rows: Iterable<Pick<BalanceRow, 'status' | 'amount'>>): DeliveryBalance {
  let totalBalance = 0
  let totalAmount = 0
  for (const row of rows) {
    if (isTopUp(row)) totalBalance += row.amount ?? 0
    else totalAmount += row.amount ?? 0
  }
  return { total_balance: totalBalance, total_amount: totalAmount, available_balance: totalBalance - totalAmount }
}

/** Ledger order: by moment, then by id. Negative when `a` comes before `b`. */
export function compareInLedger(a: BalancePosition, b: BalancePosition): number {
  return compareText(a.created_at ?? '', b.created_at ?? '') || compareText(a.id, b.id)
}

type BalancePosition = Pick<BalanceRow, 'id' | 'created_at'>

/**
 * The balance after each record, by id. It is computed from the records and never stored, so it
 * stays right when an earlier one is edited, moved or deleted, and when two devices add records at
 * once. `rows` may be in any order and may reuse one object.
 */
export function computeRunningBalances(rows: Iterable<BalanceRow>): Map<string, number> {
  const ledger = Array.from(rows, (row) => ({
    id: row.id,
    created_at: row.created_at,
    effect: computeBalanceEffect(row),
  })).toSorted(compareInLedger)
  const balances = new Map<string, number>()
  let balance = 0
  for (const { id, effect } of ledger) {
    balance += effect
    balances.set(id, balance)
  }
  return balances
}

/** The totals of some records, such as those a search finds. `rows` may reuse one object. */
export function computeDeliveryTotals(rows: Iterable<Pick<BalanceRow, 'status' | 'amount'>>): DeliveryTotals {
  const counted = Array.from(rows, ({ status, amount }) => ({ status, amount }))
  const topUps = counted.filter(isTopUp).length
  return { ...computeBalance(counted), topUps, deliveries: counted.length - topUps }
}

/** Parameters of the quick-delivery screen's figures. */
export interface DeliveryParams {
  /** The records on the screen, which need their running balance. */
  readonly ids: readonly string[]
}

/** Sums and numbers of top-ups and of rides. */
export interface DeliveryTotals extends DeliveryBalance {
  readonly topUps: number
  readonly deliveries: number
}

export interface DeliveryFigures extends DeliveryTotals {
  /** Balance after the record, by id; unknown ids are left out. */
  readonly running: Readonly<Record<string, number>>
}

/**
 * The statistics and the running balances of the shown records in one result, so that the screen
 * never mixes two states.
 */
export function computeDeliveryFigures(rows: Iterable<BalanceRow>, { ids }: DeliveryParams): DeliveryFigures {
  const ledger = Array.from(rows, ({ id, status, amount, created_at }) => ({ id, status, amount, created_at }))
  const balances = computeRunningBalances(ledger)
  return {
    ...computeDeliveryTotals(ledger),
    running: Object.fromEntries(
      ids.flatMap((id) => {
        const balance = balances.get(id)
        return balance === undefined ? [] : [[id, balance]]
      }),
    ),
  }
}
