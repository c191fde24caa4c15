import type { ApplicationPart } from '../applications/application-type.ts'

/** What the sums of one application follow from. Null: not known, so that what needs it is not proposed. */
export interface SumsQuestion {
  readonly part: ApplicationPart
  /** Of the application: its rates are those of this day. */
  readonly day: string
  /** What the land register says of the thing: 주택, 토지, 농지, 상가 등 건물. */
  readonly property: 'house' | 'land' | 'farmland' | 'building'
  /** 거래가액; where nothing is paid, the value that is taxed. */
  readonly price: number | null
  /** 시가표준액, which bonds go by. */
  readonly standardValue: number | null
  /** 채권최고액. */
  readonly claim: number | null
  /** 월차임 and 임차보증금. */
  readonly rent: number | null
  readonly deposit: number | null
  /** 전용면적 of a dwelling in m². */
  readonly area: number | null
  /** Number of real estates 부동산 in the application. */
  readonly count: number
  readonly filing: 'paper' | 'eform' | 'electronic'
  /** Why the ownership goes over: 매매 or 증여. */
  readonly cause: 'sale' | 'gift'
  /** 다주택·법인 중과. */
  readonly heavy: 'none' | '8' | '12'
  /** In 특별시 or 광역시. */
  readonly isCity: boolean | null
  readonly leaseKind: 'lease' | 'rental_housing_note'
}

/** A question with what usually holds: one dwelling that is sold, filed on paper, outside of the great cities, without surcharge. */
export function sumsQuestion(given: Pick<SumsQuestion, 'part' | 'day'> & Partial<SumsQuestion>): SumsQuestion {
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
    ...given,
  }
}

/** A sum in won, and in words how it was worked out. */
export interface ProposedSum {
  readonly amount: number
  readonly working: string
}
