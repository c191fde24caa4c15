import type { Bracket } from '#contract/rates/rates.ts'
import type { ApplicationPart } from '#domain/applications/application.ts'
import { formatWon } from '#domain/money/won.ts'

/**
 * What the sums of one application depend on. Null: unknown, so that dependent sums are not
 * proposed.
 */
export interface SumsInput {
  readonly part: ApplicationPart
  /** The application's day; the rates of that day apply. */
  readonly day: string
  /** Kind of property by the land register: 주택, 토지, 농지, 상가 등 건물. */
  readonly property: 'house' | 'land' | 'farmland' | 'building'
  /** 거래가액; for acquisitions without payment the taxed value. */
  readonly price: number | null
  /** 시가표준액, the basis of bonds. */
  readonly standardValue: number | null
  /** 채권최고액. */
  readonly claim: number | null
  /** 월차임 and 임차보증금. */
  readonly rent: number | null
  readonly deposit: number | null
  /** 전용면적 of a dwelling in m². */
  readonly area: number | null
  /** Number of properties 부동산 in the application. */
  readonly count: number
  readonly filing: 'paper' | 'eform' | 'electronic'
  /** The cause of the transfer: 매매 or 증여. */
  readonly cause: 'sale' | 'gift'
  /** 다주택·법인 중과. */
  readonly heavy: 'none' | '8' | '12'
  /** In 특별시 or 광역시. */
  readonly isCity: boolean | null
  readonly leaseKind: 'lease' | 'rental_housing_note'
}

/**
 * Input with common defaults: one dwelling that is sold, filed on paper, outside a metropolitan
 * city, without surcharge.
 */
export function createSumsInput(values: Pick<SumsInput, 'part' | 'day'> & Partial<SumsInput>): SumsInput {
  return {
    property: 'house',
    price: null,
    standardValue: null,
    claim: null,
    rent: null,
    deposit: null,
    area: null,
    count: 1,
    filing: 'paper',
    cause: 'sale',
    heavy: 'none',
    isCity: false,
    leaseKind: 'lease',
    ...values,
  }
}

/** A sum in won, with its calculation as text. */
export interface ProposedSum {
  readonly amount: number
  readonly calculation: string
}

/** Applies the percentages one after another; exact, cut to the won. */
export function applyPercents(amount: number, ...percents: readonly number[]): number {
  const scale = 1_000_000n ** BigInt(percents.length)
  const scaledAmount = percents.reduce(
    (product, percent) => product * BigInt(Math.round(percent * 10_000)),
    BigInt(amount),
  )
  return Number(scaledAmount / scale)
}

/** Taxes are cut to tens of won. */
export function computeTax(amount: number, ...percents: readonly number[]): number {
  return cutToTens(applyPercents(amount, ...percents))
}

function cutToTens(amount: number): number {
  return amount - (amount % 10)
}

/** `350,000,000원`. */
export function formatWonWithUnit(amount: number): string {
  return `${formatWon(amount)}원`
}

/** `2.0833%`; at most four decimals. */
export function formatPercent(percent: number): string {
  return `${Number(percent.toFixed(4))}%`
}

/** The bracket an amount falls into, and its lower bound. */
export function findBracket(lines: readonly Bracket[], amount: number): { line: Bracket; lowerBound: number } | null {
  const index = lines.findIndex(({ up_to }) => up_to === null || amount <= up_to)
  const line = lines[index]
  return line ? { line, lowerBound: lines[index - 1]?.up_to ?? 0 } : null
}

/** `100,000,000원 초과 1,000,000,000원 이하`. */
export function formatBracket({ line, lowerBound }: { line: Bracket; lowerBound: number }): string {
  const [from, to] = [
    lowerBound > 0 ? `${formatWonWithUnit(lowerBound)} 초과` : '',
    line.up_to === null ? '' : `${formatWonWithUnit(line.up_to)} 이하`,
  ]
  return [from, to].filter((text) => text !== '').join(' ')
}
