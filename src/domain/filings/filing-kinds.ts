import { type ApplicationPart, parseApplicationType } from '#domain/applications/application.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'

/** The kind of a filing, which determines its texts, boxes, sides and enclosures. */
export type FilingKind =
  | 'transfer'
  | 'inheritance'
  | 'division'
  | 'mortgage'
  | 'mortgage_cancellation'
  | 'lease'
  | 'rental_housing_note'
  | 'lease_cancellation'
  | 'other'

/** The tax of a filing; also the application's field for its amount. */
export type FilingTax = 'acquisition_tax' | 'registration_tax'

interface FilingKindLabels {
  /** `소유권이전등기신청`; the cause follows in brackets if `hasCauseInTitle`. */
  readonly title: string
  readonly hasCauseInTitle: boolean
  readonly cause: string
  readonly purpose: string
  readonly tax: FilingTax
}

/**
 * The kind of an application part. 임차권(임대주택) is a rental dwelling's note when the dwelling is
 * registered for rent and nobody chose otherwise.
 */
export function resolveFilingKind(
  part: ApplicationPart,
  { lease_kind, housing_reg_date }: Pick<ApplicationValues, 'lease_kind' | 'housing_reg_date'>,
): FilingKind {
  if (part === 'lease_registration') {
    if (lease_kind === 'lease' || lease_kind === 'rental_housing_note') return lease_kind
    return housing_reg_date === null ? 'lease' : 'rental_housing_note'
  }
  return kindsOfParts[part]
}

const kindsOfParts: Readonly<Record<Exclude<ApplicationPart, 'lease_registration'>, FilingKind>> = {
  ownership_transfer: 'transfer',
  inheritance: 'inheritance',
  division: 'division',
  mortgage_registration: 'mortgage',
  mortgage_cancellation: 'mortgage_cancellation',
  lease_cancellation: 'lease_cancellation',
  other: 'other',
}

export const filingKindLabels: Readonly<Record<FilingKind, FilingKindLabels>> = {
  transfer: {
    title: '소유권이전등기신청',
    hasCauseInTitle: true,
    cause: '매매',
    purpose: '소유권 이전',
    tax: 'acquisition_tax',
  },
  inheritance: {
    title: '소유권이전등기신청',
    hasCauseInTitle: true,
    cause: '상속',
    purpose: '소유권 이전',
    tax: 'acquisition_tax',
  },
  division: {
    title: '소유권이전등기신청',
    hasCauseInTitle: true,
    cause: '공유물분할',
    purpose: '',
    tax: 'acquisition_tax',
  },
  mortgage: {
    title: '근저당권설정등기신청',
    hasCauseInTitle: false,
    cause: '근저당권설정계약',
    purpose: '근저당권 설정',
    tax: 'registration_tax',
  },
  mortgage_cancellation: {
    title: '근저당권말소등기신청',
    hasCauseInTitle: true,
    cause: '해지',
    purpose: '근저당권설정등기 말소',
    tax: 'registration_tax',
  },
  lease: {
    title: '임차권설정등기신청',
    hasCauseInTitle: false,
    cause: '임차권설정계약',
    purpose: '임차권 설정',
    tax: 'registration_tax',
  },
  rental_housing_note: {
    title: '민간임대주택 부기등기신청',
    hasCauseInTitle: false,
    cause: '민간임대주택 등록',
    purpose: '소유권에 관한 부기(민간임대주택 등기)',
    tax: 'registration_tax',
  },
  lease_cancellation: {
    title: '임차권말소등기신청',
    hasCauseInTitle: true,
    cause: '해지',
    purpose: '임차권설정등기 말소',
    tax: 'registration_tax',
  },
  other: { title: '등기신청', hasCauseInTitle: false, cause: '', purpose: '', tax: 'registration_tax' },
}

/** What the rates of the day propose for the filings of an application; absent when nothing. */
export type ProposedFilings = Partial<Readonly<Record<ApplicationPart, Partial<FilingSums>>>>

/**
 * Taxes and fees of each filing: typed values, otherwise proposed ones. 취득세 belongs to filings that
 * transfer ownership, 등록면허세 to all others. If one amount was typed for several filings, the first
 * gets what remains after the proposed sums of the others.
 */
export function computeFilingSums(
  application: ApplicationValues,
  proposed: ProposedFilings = {},
): Partial<Record<ApplicationPart, FilingSums>> {
  const parts = parseApplicationType(application.application_type)
  const readSums = (part: ApplicationPart): FilingSums => ({ ...emptySums, ...proposed[part] })
  const findTax = (part: ApplicationPart) => filingKindLabels[resolveFilingKind(part, application)].tax
  return Object.fromEntries(
    parts.map((part): [ApplicationPart, FilingSums] => {
      const tax = findTax(part)
      const typed = application[tax]
      const acquisitionSums = tax === 'acquisition_tax' ? { standard_value: application.standard_value } : {}
      const sums = { ...readSums(part), ...acquisitionSums }
      const [first, ...otherParts] = parts.filter((candidate) => findTax(candidate) === tax)
      if (typed === null) return [part, sums]
      const otherTax = otherParts.reduce((sum, otherPart) => sum + sumKnownTax(readSums(otherPart), tax), 0)
      const remainder = first && isTaxAlone(readSums(first), { tax, typed }) ? typed : typed - otherTax
      const isWhole = application.tax_scope === 'whole'
      if (part === first) return [part, applyTypedTax(sums, tax, { typed: remainder < 0 ? typed : remainder, isWhole })]
      return [part, remainder < 0 ? { ...sums, [tax]: null, education_tax: null, rural_tax: null } : sums]
    }),
  )
}

/** The typed amount is exactly the first filing's own cost and says nothing about the others. */
function isTaxAlone(sums: FilingSums, { tax, typed }: { tax: FilingTax; typed: number }): boolean {
  return typed === sums[tax] || typed === sumKnownTax(sums, tax)
}

/**
 * The taxes of a filing in the order of their boxes. 농어촌특별세 only applies to transfers of ownership.
 */
function listTaxes(tax: FilingTax): readonly (keyof FilingSums)[] {
  return tax === 'acquisition_tax' ? [tax, 'education_tax', 'rural_tax'] : [tax, 'education_tax']
}

/** A tax with its known surtaxes; 0 without the tax itself. */
function sumKnownTax(sums: FilingSums, tax: FilingTax): number {
  return sums[tax] === null ? 0 : listTaxes(tax).reduce((sum, key) => sum + (sums[key] ?? 0), 0)
}

/** 세액 합계: a tax with its surtaxes. Null while one is unknown, because too little would be paid. */
export function computeTotalTax(sums: FilingSums, tax: FilingTax): number | null {
  return listTaxes(tax).some((key) => sums[key] === null) ? sums.tax_total : sumKnownTax(sums, tax)
}

/**
 * Applies a typed tax. An amount equal to 취득세 plus surtaxes, as offices note it, is split again.
 * For any other amount it is unknown whether it includes surtaxes, so their boxes stay empty; if
 * staff say that it does, it is the total.
 */
function applyTypedTax(
  sums: FilingSums,
  tax: FilingTax,
  { typed, isWhole }: { typed: number; isWhole: boolean },
): FilingSums {
  const sum = sums[tax]
  if (sum !== null && typed === computeTotalTax(sums, tax)) return sums
  if (isWhole) return { ...sums, [tax]: null, education_tax: null, rural_tax: null, tax_total: typed }
  if (sum === null || sum === typed) return { ...sums, [tax]: typed }
  if (typed === sumKnownTax(sums, tax)) return sums
  return { ...sums, [tax]: typed, education_tax: null, rural_tax: null }
}

const emptySums: FilingSums = {
  acquisition_tax: null,
  registration_tax: null,
  education_tax: null,
  rural_tax: null,
  tax_total: null,
  filing_fee: null,
  stamp_duty: null,
  standard_value: null,
  bond: null,
}
