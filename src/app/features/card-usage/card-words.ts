import type { AnyRecord } from '#contract/books/field.ts'
import { amountOf } from '#domain/card-usage.ts'
import { officeMoment } from '#domain/office-moment.ts'
import { formatWon } from '#domain/won.ts'

/** Won as the screen shows it. */
export function wonText(amount: number): string {
  return `${formatWon(amount)}원`
}

/** `11/20 12:10` (spec 1 §2.3: MM/DD and HH:MM). */
export function momentText(instant: unknown): string {
  const moment = typeof instant === 'string' ? officeMoment(instant) : null
  return moment === null ? '' : `${moment.day.slice(5).replace('-', '/')} ${moment.time}`
}

export function amountIn(record: Pick<AnyRecord, string>): number {
  const { pay } = record
  return amountOf(typeof pay === 'string' ? pay : null)
}
