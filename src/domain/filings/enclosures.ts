import type { FilingKind } from './filing-kinds.ts'
import type { FilingSide } from './filing-sides.ts'
import type { FilingParty, FilingSource } from './filing.ts'

/**
 * One line of 첨부서면: name and copies; null copies when nobody has ticked it yet and the number is
 * written by hand.
 */
export type Enclosure = readonly [name: string, copies: number | null]

/**
 * The checkboxes a filing's enclosures depend on. 신분증 and 등기부등본 stay with the office and are never
 * filed.
 */
type CheckboxName = 'contract' | 'resident_registration' | 'seal_certificate' | 'building_ledger'

/** Note for later filings about enclosures attached to the first (부동산등기규칙 제47조 제2항). */
export const sharedEnclosuresNote = '첨부서면 중 같은 것은 먼저 접수되는 소유권이전등기신청서에 첨부함'

/** 첨부서면 of one filing with 통수. */
export function listEnclosures(source: FilingSource, kind: FilingKind, sides: readonly FilingSide[]): Enclosure[] {
  const { application } = source
  return enclosureLines[kind].flatMap((line): Enclosure[] => {
    const copies = typeof line.copies === 'number' ? line.copies : line.copies({ source, sides })
    if (copies === 0) return []
    return [[line.name, line.checkbox === undefined || application[line.checkbox] ? copies : null]]
  })
}

/** The names of unticked enclosures. */
export function listUnchecked(enclosures: readonly Enclosure[]): string[] {
  return enclosures.flatMap(([name, copies]) => (copies === null ? [name] : []))
}

interface EnclosureLine {
  readonly name: string
  readonly copies: number | ((of: { source: FilingSource; sides: readonly FilingSide[] }) => number)
  readonly checkbox?: CheckboxName
}

const isPerson = ({ party_kind }: FilingParty) => party_kind === 'person'

interface Sides {
  readonly sides: readonly FilingSide[]
}

/** Sides are in print order; the holder, or the only applicant, is last. */
const countPersons = ({ sides }: Sides) => sides.flatMap(({ parties }) => parties).filter(isPerson).length
const countHolderPersons = ({ sides }: Sides) => sides.at(-1)?.parties.filter(isPerson).length ?? 0
/** Corporations have a registered stamp too. */
const countObligors = ({ sides }: Sides) => sides.slice(0, -1).flatMap(({ parties }) => parties).length

const countCorporations = ({ sides }: Sides) =>
  sides.flatMap(({ parties }) => parties).filter((party) => !isPerson(party)).length

const contract = (name: string): EnclosureLine => ({ name, copies: 1, checkbox: 'contract' })
const taxReceipt: EnclosureLine = { name: '등록면허세영수필확인서', copies: 1 }
const acquisitionReceipt: EnclosureLine = { name: '취득세영수필확인서', copies: 1 }
const feeReceipt: EnclosureLine = { name: '등기신청수수료영수필확인서', copies: 1 }
const titleDeed: EnclosureLine = { name: '등기필증(등기필정보)', copies: 1 }
const powerOfAttorney: EnclosureLine = { name: '위임장', copies: 1 }
const corporate: EnclosureLine = { name: '법인등기사항증명서', copies: countCorporations }
const identityConfirmation: EnclosureLine = { name: '등기의무자 확인 및 자필서명 정보', copies: 1 }
const createResidentLine = (side: 'holder' | 'both'): EnclosureLine => ({
  name: '주민등록표초본',
  checkbox: 'resident_registration',
  copies: side === 'both' ? countPersons : countHolderPersons,
})
const createSealLine = (name: string): EnclosureLine => ({ name, copies: countObligors, checkbox: 'seal_certificate' })
const ledgers: readonly EnclosureLine[] = [
  { name: '토지대장등본', copies: ({ source }) => source.lands.length, checkbox: 'building_ledger' },
  { name: '건축물대장등본', copies: 1, checkbox: 'building_ledger' },
]

const enclosureLines: Readonly<Record<FilingKind, readonly EnclosureLine[]>> = {
  transfer: [
    contract('매매계약서'),
    contract('부동산거래계약신고필증'),
    acquisitionReceipt,
    feeReceipt,
    { name: '전자수입인지', copies: 1 },
    createSealLine('인감증명서(매도용)'),
    createResidentLine('both'),
    corporate,
    ...ledgers,
    titleDeed,
    powerOfAttorney,
    identityConfirmation,
  ],
  inheritance: [
    contract('상속재산분할협의서'),
    acquisitionReceipt,
    feeReceipt,
    { name: '피상속인의 기본·가족관계·친양자·제적증명서', copies: 1 },
    createResidentLine('holder'),
    createSealLine('인감증명서'),
    ...ledgers,
    powerOfAttorney,
  ],
  division: [
    contract('공유물분할계약서'),
    acquisitionReceipt,
    feeReceipt,
    createSealLine('인감증명서'),
    createResidentLine('both'),
    corporate,
    ...ledgers,
    titleDeed,
    powerOfAttorney,
    identityConfirmation,
  ],
  mortgage: [
    contract('근저당권설정계약서'),
    taxReceipt,
    feeReceipt,
    createSealLine('인감증명서'),
    createResidentLine('holder'),
    corporate,
    titleDeed,
    powerOfAttorney,
    identityConfirmation,
  ],
  lease: [
    contract('임대차계약서'),
    taxReceipt,
    feeReceipt,
    createSealLine('인감증명서'),
    createResidentLine('holder'),
    corporate,
    titleDeed,
    powerOfAttorney,
    identityConfirmation,
  ],
  rental_housing_note: [
    contract('임대사업자등록증'),
    contract('등록임대주택 신고사실통보서'),
    taxReceipt,
    feeReceipt,
    createResidentLine('holder'),
    corporate,
    powerOfAttorney,
  ],
  mortgage_cancellation: [
    contract('해지증서'),
    taxReceipt,
    feeReceipt,
    corporate,
    titleDeed,
    powerOfAttorney,
    identityConfirmation,
  ],
  lease_cancellation: [
    contract('해지증서'),
    taxReceipt,
    feeReceipt,
    corporate,
    titleDeed,
    powerOfAttorney,
    identityConfirmation,
  ],
  other: [contract('등기원인증서'), taxReceipt, feeReceipt, corporate, titleDeed, powerOfAttorney],
}
