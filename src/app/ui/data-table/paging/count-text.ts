/** `10,000` and `건`; for a count that stopped at a limit `1만` and ` 건 이상`. */
export function countText(total: number, { isAtLeast = false, unit = '건' } = {}): { number: string; unit: string } {
  if (!isAtLeast) return { number: total.toLocaleString('ko-KR'), unit }
  const isRound = total % 10_000 === 0
  return { number: isRound ? `${total / 10_000}만` : total.toLocaleString('ko-KR'), unit: ` ${unit} 이상` }
}
