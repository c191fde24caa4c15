import fc from 'fast-check'
import { formatInstant } from '#contract/records/values.ts'
import type { BalanceRow } from '#domain/quick-delivery/quick-balance.ts'

const start = Date.UTC(2026, 0, 1)

/** A valid quick delivery record; many share a moment, and some rides have no amount yet. */
export type AnyQuickRow = BalanceRow & { readonly memo: string; readonly status: string; readonly created_at: string }

/** `amount` depends on the status: top-ups are multiples of a thousand. */
export const anyQuickRow: fc.Arbitrary<AnyQuickRow> = fc
  .record({
    id: fc.uuid({ version: 7 }),
    isTopUp: fc.boolean(),
    steps: fc.integer({ min: 0, max: 90 }),
    isUnknown: fc.boolean(),
    moment: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ id, isTopUp, steps, isUnknown, moment }) => ({
    id,
    status: isTopUp ? 'balance_add' : 'delivery',
    amount: isTopUp ? (steps + 1) * 1000 : isUnknown ? null : steps * 100,
    memo: '기록',
    created_at: formatInstant(start + moment * 250),
  }))

/** Any ledger of up to `maxLength` records, in any order. */
export function generateLedgers(maxLength: number): fc.Arbitrary<AnyQuickRow[]> {
  return fc.uniqueArray(anyQuickRow, { maxLength, selector: ({ id }) => id })
}
