import type { ApplicationParty } from '#contract/applications/parties-json.ts'
import type { UnitMortgage, UnitOwner } from '#contract/books/unit-parts.ts'
import { formatShareFraction, readShare, type ShareFraction, subtractShares } from '#domain/registry/share-fraction.ts'

/** A party's share: percent with two decimals, and the fraction if it was typed as one. */
export interface PartyShare {
  readonly share_ratio: number
  readonly share_fraction?: string | null | undefined
}

/**
 * 100 % divided by the number of parties, two decimals each; the last takes the remainder, so that
 * three make exactly 100.
 */
export function computeEqualShares(count: number): readonly number[] {
  if (count < 1) return []
  const share = Math.floor(10_000 / count)
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? 10_000 - share * (count - 1) : share) / 100)
}

/**
 * Makes the shares of one role equal. Only parties of one role share with each other, never a
 * seller with a bank.
 */
export function shareEqually<Party extends PartyShare & { readonly role: string | null }>(
  parties: readonly Party[],
  role: Party['role'],
): readonly Party[] {
  const sameRole = parties.filter((party) => party.role === role)
  const shares = computeEqualShares(sameRole.length)
  return parties.map((party) => {
    const share_ratio = shares[sameRole.indexOf(party)]
    return share_ratio === undefined ? party : { ...party, share_ratio, share_fraction: null }
  })
}

/** The sum of shares in percent, without floating-point noise. */
export function sumPercentages(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + toHundredths(share), 0) / 100
}

/** A typed share: `42.86`, `42.86%`, `3/7`, `7분의 3`. Null when it is none. */
export function readTypedShare(text: string): Required<PartyShare> | null {
  const plain = normalizeFraction(text)
  if (/^\d{1,3}(\.\d{1,2})?%?$/.test(plain)) {
    const share_ratio = Number(plain.replace('%', ''))
    return share_ratio <= 100 ? { share_ratio, share_fraction: null } : null
  }
  const percent = toPercent(plain)
  return percent === null ? null : { share_ratio: percent, share_fraction: plain }
}

/** A share as it was typed: `3/7`, or the percentage. */
export function formatShareAsTyped(share: PartyShare): string {
  return readTypedFraction(share) ? normalizeFraction(share.share_fraction ?? '') : String(share.share_ratio)
}

/**
 * The percentage of a typed fraction, rounded to two decimals; null when it is not a valid
 * fraction.
 */
export function toPercent(text: unknown): number | null {
  const share = readFraction(text)
  return share && hundredths(share, 'rounded') / 100
}

export interface ReadShares {
  /**
   * Each share as printed on a form: `7분의 3`; null for the whole, for nothing, and for percentages
   * without a matching fraction.
   */
  readonly texts: readonly (string | null)[]
  /** Indexes of percentages without a matching fraction, which somebody has to type. */
  readonly unclear: readonly number[]
  /** Together they are exactly the whole. */
  readonly isComplete: boolean
}

/**
 * Finds the fractions behind shares. A typed fraction is kept. A percentage becomes the simplest
 * fraction that rounds to it if all of them then make a whole; equal percentages become equal
 * fractions. Percentages that were cut instead of rounded, and one that takes the remainder, are
 * accepted if the whole proves them. Other fractions are never guessed.
 */
export function readShares(all: readonly PartyShare[]): ReadShares {
  const typed = all.map(readTypedFraction)
  const maxDenominator = chooseMaxDenominator(all, typed)
  const findFractions = (reading: Rounding) =>
    typed.map(
      (fraction, index) => fraction ?? findSimplestFraction(all[index]?.share_ratio ?? 0, reading, maxDenominator),
    )
  const wholeFractions =
    findEqualFractions(all) ??
    completeFractions(all, typed, findFractions('rounded')) ??
    completeFractions(all, typed, findFractions('cut'))
  const fractions = wholeFractions ?? findFractions('rounded')
  return {
    texts: fractions.map((fraction, index) =>
      typed[index] ? formatPrintedFraction(all[index]?.share_fraction) : formatFraction(fraction),
    ),
    unclear: fractions.flatMap((fraction, index) => (fraction === null ? [index] : [])),
    isComplete: wholeFractions !== null,
  }
}

/** The sum in percent; exactly 100 when the shares are a whole. */
export function sumShares(all: readonly PartyShare[]): number {
  return readShares(all).isComplete ? 100 : sumPercentages(all.map(({ share_ratio }) => share_ratio))
}

/** `cut`: some were cut to two decimals, others rounded. */
type Rounding = 'rounded' | 'cut'

/**
 * The largest denominator that is considered intended. One in three two-decimal percentages is
 * within rounding of a fraction with a denominator up to 100, one in twenty-five up to 36; 12.34 %
 * is hardly 10/81. Three or more different percentages that all match are proof enough for 100.
 */
function chooseMaxDenominator(all: readonly PartyShare[], typed: readonly (ShareFraction | null)[]): number {
  const untyped = new Set(listPercents(all).filter((_, index) => !typed[index]))
  return untyped.size > 2 ? 100 : 36
}

function findSimplestFraction(percent: number, reading: Rounding, maxDenominator: number): ShareFraction | null {
  const target = toHundredths(percent)
  if (target === 0) return { parts: 0n, of: 1n }
  for (let of = 1; of <= maxDenominator; of++) {
    const floor = Math.floor((target * of) / 10_000)
    for (const parts of [floor, floor + 1]) {
      const share = { parts: BigInt(parts), of: BigInt(of) }
      const isCut = reading === 'cut' && hundredths(share, 'cut') === target
      if (isCut || hundredths(share, 'rounded') === target) return share
    }
  }
  return null
}

function findEqualFractions(all: readonly PartyShare[]): readonly ShareFraction[] | null {
  const isEqual =
    all.every(({ share_fraction }) => !share_fraction) &&
    toSortedKey(listPercents(all)) === toSortedKey(computeEqualShares(all.length))
  return isEqual && all.length > 0 ? all.map(() => ({ parts: 1n, of: BigInt(all.length) })) : null
}

/** The fractions read, if they make a whole. */
function completeFractions(
  all: readonly PartyShare[],
  typed: readonly (ShareFraction | null)[],
  fractions: readonly (ShareFraction | null)[],
): readonly ShareFraction[] | null {
  const readableShares = fractions.filter((fraction) => fraction !== null)
  if (readableShares.length === fractions.length && computeRemainder(readableShares)?.parts === 0n)
    return readableShares
  const remainders = fractions.flatMap((_, index) =>
    typed[index] ? [] : (assignRemainder(all, fractions, index) ?? []),
  )
  return remainders.length === fractions.length && remainders.length > 0 ? remainders : null
}

/**
 * The fractions with the remainder for the one at `position`, if all others are read and its
 * percentage differs by no more than their rounding.
 */
function assignRemainder(
  all: readonly PartyShare[],
  fractions: readonly (ShareFraction | null)[],
  position: number,
): readonly ShareFraction[] | null {
  const otherFractions = fractions.filter(
    (fraction, index) => index !== position && fraction !== null,
  ) as ShareFraction[]
  const remainder = otherFractions.length === all.length - 1 ? computeRemainder(otherFractions) : null
  if (remainder === null || remainder.parts === 0n) return null
  const isNear = Math.abs(hundredths(remainder, 'rounded') - toHundredths(all[position]?.share_ratio ?? 0)) < all.length
  const isPlain =
    remainder.of <= 100 || all.every((share, index) => index === position || readTypedFraction(share) !== null)
  const isHundred = sumPercentages(listPercents(all)) === 100
  return isNear && isPlain && isHundred
    ? fractions.map((fraction, index) => (index === position ? remainder : (fraction as ShareFraction)))
    : null
}

function computeRemainder(shares: readonly ShareFraction[]): ShareFraction | null {
  return subtractShares({ parts: 1n, of: 1n }, shares)
}

/**
 * HAZARD: clients that only know percentages change only the percentage; a fraction that no longer
 * matches is ignored.
 */
function readTypedFraction({ share_ratio, share_fraction }: PartyShare): ShareFraction | null {
  const share = readFraction(share_fraction)
  return share && hundredths(share, 'rounded') === toHundredths(share_ratio) ? share : null
}

function readFraction(text: unknown): ShareFraction | null {
  const plain = typeof text === 'string' ? normalizeFraction(text) : ''
  const share = fractionShape.test(plain) ? readShare(plain) : null
  return share && share.parts > 0n && share.parts <= share.of ? share : null
}

const fractionShape = /^\d{1,15}(\.\d{1,6})?\/\d{1,15}(\.\d{1,6})?$/

/** `7분의 3` as `3/7`; anything else without blanks. */
function normalizeFraction(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('⁄', '/').replace(/[\s,]/g, '')
  return plain.replace(/^(?:공유자?)?(?:지분)?([\d.]+)분의([\d.]+)$/, '$2/$1')
}

/** `3/7` as printed: `7분의 3`, in the numbers as typed. */
function formatPrintedFraction(text: string | null | undefined): string | null {
  const [parts = '', of = ''] = normalizeFraction(text ?? '').split('/')
  return parts === of ? null : `${of}분의 ${parts}`
}

function formatFraction(share: ShareFraction | null): string | null {
  return share === null || share.parts === 0n ? null : formatShareFraction(share) || null
}

function hundredths({ parts, of }: ShareFraction, reading: Rounding): number {
  return Number(reading === 'cut' ? (parts * 10_000n) / of : (parts * 20_000n + of) / (of * 2n))
}

function toHundredths(percent: number): number {
  return Math.round(percent * 100)
}

function listPercents(all: readonly PartyShare[]): readonly number[] {
  return all.map(({ share_ratio }) => share_ratio)
}

function toSortedKey(shares: readonly number[]): string {
  return shares.toSorted((a, b) => a - b).join()
}

/** The owners of a unit as parties of an application; equal shares when one is missing. */
export function toOwnerParties(owners: readonly UnitOwner[]): readonly ApplicationParty[] {
  return shareEquallyWhereMissing(owners, owners.map(toOwnerParty))
}

/** The other side: mortgagees and sellers. */
export function toMortgageParties(mortgages: readonly UnitMortgage[]): readonly ApplicationParty[] {
  return shareEquallyWhereMissing(mortgages, mortgages.map(toMortgageParty))
}

function shareEquallyWhereMissing(
  rows: readonly { readonly share: number | null }[],
  parties: readonly ApplicationParty[],
): readonly ApplicationParty[] {
  const roles = new Set(rows.flatMap(({ share }, index) => (share === null ? [parties[index]?.role ?? null] : [])))
  return [...roles].reduce<readonly ApplicationParty[]>(shareEqually, parties)
}

function toOwnerParty(owner: UnitOwner): ApplicationParty {
  return {
    id: owner.id,
    party_kind: toPartyKind(owner.party_kind),
    role: null,
    name: owner.owner,
    num_masked: owner.num_masked,
    address: owner.owner_address ?? '',
    position: null,
    business_name: owner.business_name,
    business_num: owner.business_num,
    business_owner_name: owner.owner_name,
    share_ratio: owner.share ?? 100,
    share_fraction: owner.share_fraction,
  }
}

function toMortgageParty(mortgage: UnitMortgage): ApplicationParty {
  return {
    id: mortgage.id,
    party_kind: toPartyKind(mortgage.party_kind),
    role: mortgage.role === 'seller' ? 'seller' : 'mortgagee',
    name: mortgage.name,
    num_masked: mortgage.num_masked,
    address: mortgage.address ?? '',
    position: mortgage.position,
    business_name: null,
    business_num: mortgage.company_num,
    business_owner_name: mortgage.owner_name,
    share_ratio: mortgage.share ?? 100,
    share_fraction: mortgage.share_fraction,
  }
}

function toPartyKind(kind: string | null): ApplicationParty['party_kind'] {
  return kind === 'corporation' ? 'corporation' : 'person'
}
