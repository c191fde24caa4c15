import { removeThousands } from '#domain/entry/number-entry.ts'

/**
 * A share from the register (`2분의 1`, `공유자 지분 7분의 1`, `35123.4분의 45.67`) or typed (`1/2`), as whole
 * numbers in lowest terms.
 */
export interface ShareFraction {
  readonly parts: bigint
  readonly of: bigint
}

/** An empty text is the whole; null when there is no fraction. */
export function readShare(text: string): ShareFraction | null {
  if (text.trim() === '' || text.trim() === '전부') return { parts: 1n, of: 1n }
  const plain = text.normalize('NFKC').replace('⁄', '/')
  const [, of = '', parts = ''] = /(?<![\d.,])([\d.,]+)\s*분의\s*([\d.,]+)/.exec(plain) ?? reverseFraction(plain)
  const decimals = Math.max(countDecimals(of), countDecimals(parts))
  const [whole, taken] = [scaleToInteger(of, decimals), scaleToInteger(parts, decimals)]
  return whole === null || taken === null || whole === 0n ? null : reduceFraction({ parts: taken, of: whole })
}

/** `3/7` has its numerator first. */
function reverseFraction(text: string): readonly string[] {
  const [whole = '', parts = '', of = ''] = /(?<![\d.,])([\d.,]+)\s*\/\s*([\d.,]+)/.exec(text) ?? []
  return [whole, of, parts]
}

/** The rest of a share; null when more is taken than there is. */
export function subtractShares(from: ShareFraction, taken: readonly ShareFraction[]): ShareFraction | null {
  const remainder = taken.reduce(
    (rest, share) => reduceFraction({ parts: rest.parts * share.of - share.parts * rest.of, of: rest.of * share.of }),
    from,
  )
  return remainder.parts < 0n ? null : remainder
}

/** `2분의 1`; empty for the whole. */
export function formatShareFraction({ parts, of }: ShareFraction): string {
  return parts === of ? '' : `${of}분의 ${parts}`
}

function reduceFraction({ parts, of }: ShareFraction): ShareFraction {
  let [a, b] = [parts < 0n ? -parts : parts, of]
  while (b > 0n) [a, b] = [b, a % b]
  return { parts: parts / a, of: of / a }
}

function countDecimals(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function scaleToInteger(text: string, decimals: number): bigint | null {
  const plain = removeThousands(text)
  if (plain === null || !/^\d{1,15}(\.\d{1,10})?$/.test(plain)) return null
  const [whole = '0', decimalDigits = ''] = plain.split('.')
  return BigInt(whole + decimalDigits.padEnd(decimals, '0'))
}
