import { formatWon } from '../money/won.ts'

/** Applies the percentages one after another; exact, cut to the won. */
export function shareOf(amount: number, ...percents: readonly number[]): number {
  const scale = 1_000_000n ** BigInt(percents.length)
  const parts = percents.reduce((product, percent) => product * BigInt(Math.round(percent * 10_000)), BigInt(amount))
  return Number(parts / scale)
}

/** Taxes are cut to tens of won. */
export function taxOf(amount: number, ...percents: readonly number[]): number {
  return wholeTens(shareOf(amount, ...percents))
}

export function wholeTens(amount: number): number {
  return amount - (amount % 10)
}

/** `350,000,000원`. */
export function won(amount: number): string {
  return `${formatWon(amount)}원`
}

/** `2.0833%`; at most four decimals. */
export function percentText(percent: number): string {
  return `${Number(percent.toFixed(4))}%`
}
