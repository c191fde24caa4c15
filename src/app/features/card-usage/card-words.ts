import type { AnyRecord } from '#contract/books/field.ts'
import { amountOf } from '#domain/ledgers/card-usage.ts'
import { formatWon } from '#domain/money/won.ts'

/** Won as displayed. */
export function wonText(amount: number): string {
  return `${formatWon(amount)}원`
}

export function amountIn(record: Pick<AnyRecord, string>): number {
  const { pay } = record
  return amountOf(typeof pay === 'string' ? pay : null)
}
