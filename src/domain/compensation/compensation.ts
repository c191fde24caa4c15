/**
 * 보상액 of a parcel: 편입면적 × 단가, cut to the won. The cut is the office's rule: 토지보상법 시행규칙 제16조 제6항
 * takes the mean of the appraised prices and says nothing about fractions. 국고금 관리법 제47조 제1항 cuts
 * amounts below ten won from payments, never from the survey. Null when a factor is unknown or the
 * amount cannot be stored.
 */
export function computeCompensation(takenArea: number | null, unitPrice: number | null): number | null {
  if (takenArea === null || unitPrice === null || takenArea < 0 || unitPrice < 0) return null
  // Areas have four decimals: 330.7 × 1,000 is 330,699.99… in binary fractions, and a won would be
  // lost.
  const won = (BigInt(Math.round(takenArea * areaUnits)) * BigInt(unitPrice)) / BigInt(areaUnits)
  return won > maxWon ? null : Number(won)
}

const areaUnits = 10_000
/** Maximum amount (`contract/records/values.ts`). */
const maxWon = 999_999_999_999_999n

/** A share from the register as a fraction of whole numbers. */
interface Share {
  readonly part: bigint
  readonly whole: bigint
}

/**
 * Divides an amount among owners in their order, to the won; the last gets the remainder. Null when
 * a share cannot be read or they don't add up to the whole. A sole owner needs no share.
 */
export function divideByShares(amount: number, shares: readonly (string | null)[]): number[] | null {
  const parsedShares = shares.map((text) => readShare(text, shares.length === 1))
  const readableShares = parsedShares.filter((share) => share !== null)
  if (readableShares.length === 0 || readableShares.length < shares.length || !isWholeTogether(readableShares))
    return null
  const amounts = readableShares.map(({ part, whole }) => Number((BigInt(amount) * part) / whole))
  const remainder = amount - amounts.slice(0, -1).reduce((sum, won) => sum + won, 0)
  return [...amounts.slice(0, -1), remainder]
}

/** `7분의 1`, `공유자 지분 35123.4분의 45.67`, `1/2`; an empty share is the whole for a sole owner. */
function readShare(text: string | null, isSoleOwner: boolean): Share | null {
  const normalizedText = (text ?? '').normalize('NFKC').replace(/[\s,]/g, '')
  if (isSoleOwner && /^(단독(소유)?|전부|소유자)?$/.test(normalizedText)) return { part: 1n, whole: 1n }
  const [, whole, part] = /(?<![\d.])([\d.]+)분의([\d.]+)$/.exec(normalizedText) ?? []
  const [, numerator, divisor] = /^(?:공유자|지분)*([\d.]+)[/⁄]([\d.]+)$/.exec(normalizedText) ?? []
  return parseFraction(part ?? numerator, whole ?? divisor)
}

function parseFraction(part = '', whole = ''): Share | null {
  if (![part, whole].every((number) => /^\d{1,12}(\.\d{1,6})?$/.test(number))) return null
  const share = { part: toMillionths(part), whole: toMillionths(whole) }
  return share.part > 0n && share.part <= share.whole ? share : null
}

function toMillionths(number: string): bigint {
  const [units = '', decimals = ''] = number.split('.')
  return BigInt(units + decimals.padEnd(6, '0'))
}

function isWholeTogether(shares: readonly Share[]): boolean {
  const common = shares.reduce((sum, { whole }) => (sum / greatestCommonDivisor(sum, whole)) * whole, 1n)
  return shares.reduce((sum, { part, whole }) => sum + part * (common / whole), 0n) === common
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
