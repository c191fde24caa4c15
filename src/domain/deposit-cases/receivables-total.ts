import { receivableAges, type ReceivablesRow } from './deposit-receivables.ts'

/** A row of 미수금 without its section. */
export type Receivables = Omit<ReceivablesRow, 'business_section'>

/** The total row under the sections. */
export function receivablesTotal(rows: readonly ReceivablesRow[]): Receivables {
  const total: Receivables = { count: 0, sum: 0, ages: receivableAges.map(() => ({ count: 0, sum: 0 })) }
  for (const row of rows) {
    total.count += row.count
    total.sum += row.sum
    for (const [at, age] of total.ages.entries()) {
      age.count += row.ages[at]?.count ?? 0
      age.sum += row.ages[at]?.sum ?? 0
    }
  }
  return total
}
