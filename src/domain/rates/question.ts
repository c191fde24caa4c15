import type { ApplicationPart } from '../applications/application-type.ts'

/**
 * What the sums of one application depend on. Null: unknown, so that dependent sums are not
 * proposed.
 */
export interface SumsQuestion {
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
 * A question with common defaults: one dwelling that is sold, filed on paper, outside a
 * metropolitan city, without surcharge.
 */
export function sumsQuestion(values: Pick<SumsQuestion, 'part' | 'day'> & Partial<SumsQuestion>): SumsQuestion {
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

/** A sum in won, with its calculation in words. */
export interface ProposedSum {
  readonly amount: number
  readonly working: string
}
