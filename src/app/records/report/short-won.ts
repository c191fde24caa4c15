import { formatNumber } from '#contract/text/format-number.ts'

/** Won for an axis label in common units: `0`, `950만`, `1.2억`, `4조`. */
export function formatShortWon(amount: number): string {
  const size = Math.abs(amount)
  if (size >= 1_000_000_000_000) return `${formatUnits(amount / 1_000_000_000_000)}조`
  if (size >= 100_000_000) return `${formatUnits(amount / 100_000_000)}억`
  if (size >= 10_000) return `${formatUnits(amount / 10_000)}만`
  return formatNumber(amount)
}

function formatUnits(value: number): string {
  return formatNumber(value, 1)
}
