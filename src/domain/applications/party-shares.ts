/** 100 % over so many parties, two decimals each; the last one takes the remainder, so that three make exactly 100 (decision 22). */
export function equalShares(count: number): readonly number[] {
  if (count < 1) return []
  const each = Math.floor(10_000 / count)
  return Array.from({ length: count }, (_, at) => (at === count - 1 ? 10_000 - each * (count - 1) : each) / 100)
}

/** The sum of shares in percent, without the traces of binary fractions. */
export function sharesTotal(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + Math.round(share * 100), 0) / 100
}

/**
 * A share as it stands on a form: `3분의 1`, never a percent (research/domain.md §0-7). Shares that are equal but for the remainder are those of so many parties; any
 * other is a fraction of ten thousand, reduced. Null of one who has it all.
 */
export function shareFraction(share: number, all: readonly number[]): string | null {
  if (all.length < 2 && share === 100) return null
  const isEqual = all.length > 1 && equalShares(all.length).toSorted(byAmount).join() === all.toSorted(byAmount).join()
  if (isEqual) return `${all.length}분의 1`
  const part = Math.round(share * 100)
  const divisor = greatestDivisor(part, 10_000)
  return part === 0 ? null : `${10_000 / divisor}분의 ${part / divisor}`
}

function byAmount(a: number, b: number): number {
  return a - b
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
