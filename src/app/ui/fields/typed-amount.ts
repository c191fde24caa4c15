import { formatWon, readWon } from '#domain/money/won.ts'

/**
 * Moves a typed amount to the next step up or down, such as from 12,340 to 12,400; never below 0.
 */
export function steppedAmount(text: string, { step, by }: { step: number; by: 1 | -1 }): string {
  const current = amountIn(text) ?? 0
  const steps = by === 1 ? Math.floor(current / step) : Math.ceil(current / step)
  return formatWon(Math.max(0, (steps + by) * step))
}

/** Adds an amount to a typed one; text that is no amount counts as 0. */
export function addedAmount(text: string, addition: number): string {
  return formatWon(Math.max(0, amountIn(text) ?? 0) + addition)
}

/** Formats a finished amount, so 38만 is seen as 380,000; other text stays as typed. */
export function tidyAmount(text: string): string {
  const amount = amountIn(text)
  return amount === null ? text : formatWon(amount)
}

function amountIn(text: string): number | null {
  const amount = readWon(text)
  return amount.ok ? amount.value : null
}
