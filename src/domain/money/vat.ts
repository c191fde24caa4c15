/** Value-added tax of a fee in won: 10 percent, half up on integers; 0 for empty or non-positive fees (design §3, spec 2 §5, research/domain.md §0-6). */
export function vatOf(fees: number | null): number {
  if (fees === null || fees <= 0) return 0
  return Math.floor((fees + 5) / 10)
}
