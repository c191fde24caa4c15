/**
 * 보상액 of a parcel: 편입면적 × 단가, what is below one won cut off. The rule is the office's: 토지보상법 시행규칙 §16⑥ takes the mean of the appraised prices and says nothing
 * of fractions, 보상금내역서 are reckoned to the won. What 국고금 관리법 §47① cuts below ten won is the payment of a client it holds for, never the survey. Null: one of
 * both is not known, or no such amount can be written.
 */
export function compensationOf(takenArea: number | null, unitPrice: number | null): number | null {
  if (takenArea === null || unitPrice === null || takenArea < 0 || unitPrice < 0) return null
  // Areas have four decimals: 330.7 × 1,000 is 330,699.99… in binary fractions, and a won would be lost.
  const won = (BigInt(Math.round(takenArea * areaUnits)) * BigInt(unitPrice)) / BigInt(areaUnits)
  return won > maxWon ? null : Number(won)
}

const areaUnits = 10_000
/** As much as an amount may be (`records/values.ts`). */
const maxWon = 999_999_999_999_999n
