/**
 * Value-added tax of a fee in won: 10 percent, rounded half up; 0 for empty or non-positive fees.
 */
export function vatOf(fees: number | null): number {
  if (fees === null || fees <= 0) return 0
  return Math.floor((fees + 5) / 10)
}
