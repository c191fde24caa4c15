import { formatWon, readWon } from '#domain/money/won.ts'

/** A typed amount a step up or down: from 12,340 up to 12,400, never below nothing. */
export function steppedAmount(text: string, { step, by }: { step: number; by: 1 | -1 }): string {
  const from = amountIn(text) ?? 0
  const whole = by === 1 ? Math.floor(from / step) : Math.ceil(from / step)
  return formatWon(Math.max(0, (whole + by) * step))
}

/** A typed amount and another on top; what is none counts as 0. */
export function addedAmount(text: string, more: number): string {
  return formatWon(Math.max(0, amountIn(text) ?? 0) + more)
}

/** The amount as it is read by people, once the typing has ended, so that 38만 is seen to be 380,000; what is no amount stays as it was typed. */
export function tidyAmount(text: string): string {
  const amount = amountIn(text)
  return amount === null ? text : formatWon(amount)
}

function amountIn(text: string): number | null {
  const amount = readWon(text)
  return amount.ok ? amount.value : null
}
