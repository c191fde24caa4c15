/**
 * 보상액 of a parcel: 편입면적 × 단가, cut to the won. The cut is the office's rule: 토지보상법 시행규칙 제16조 제6항
 * takes the mean of the appraised prices and says nothing about fractions. 국고금 관리법 제47조 제1항 cuts
 * amounts below ten won from payments, never from the survey. Null when a factor is unknown or the
 * amount cannot be stored.
 */
export function compensationOf(takenArea: number | null, unitPrice: number | null): number | null {
  if (takenArea === null || unitPrice === null || takenArea < 0 || unitPrice < 0) return null
  // Areas have four decimals: 330.7 × 1,000 is 330,699.99… in binary fractions, and a won would be
  // lost.
  const won = (BigInt(Math.round(takenArea * areaUnits)) * BigInt(unitPrice)) / BigInt(areaUnits)
  return won > maxWon ? null : Number(won)
}

const areaUnits = 10_000
/** Maximum amount (`contract/records/values.ts`). */
const maxWon = 999_999_999_999_999n
