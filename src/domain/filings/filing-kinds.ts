import type { ApplicationPart } from '../applications/application-type.ts'
import type { ApplicationValues } from './filing.ts'

/** What kind of filing a part of an application is: each has its own words, boxes, sides and enclosures (research/domain.md §1.4). */
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

/** Of which tax a filing is the occasion; the field of the application that says how much. */
export type FilingTax = 'acquisition_tax' | 'registration_tax'

export interface FilingKindWords {
  /** `소유권이전등기신청`; the cause stands behind it in brackets where the form has it so. */
  readonly title: string
  readonly namesCause: boolean
  readonly cause: string
  readonly purpose: string
  readonly tax: FilingTax
}

/** Of 임차권(임대주택) the note of a rental dwelling, when it is registered as one and nobody said otherwise (decision 21). */
export function filingKind(
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

export const filingKindWords: Readonly<Record<FilingKind, FilingKindWords>> = {
  transfer: {
    title: '소유권이전등기신청',
    namesCause: true,
    cause: '매매',
    purpose: '소유권 이전',
    tax: 'acquisition_tax',
  },
  inheritance: {
    title: '소유권이전등기신청',
    namesCause: true,
    cause: '상속',
    purpose: '소유권 이전',
    tax: 'acquisition_tax',
  },
  division: {
    title: '소유권이전등기신청',
    namesCause: true,
    cause: '공유물분할',
    purpose: '',
    tax: 'acquisition_tax',
  },
  mortgage: {
    title: '근저당권설정등기신청',
    namesCause: false,
    cause: '근저당권설정계약',
    purpose: '근저당권 설정',
    tax: 'registration_tax',
  },
  mortgage_cancellation: {
    title: '근저당권말소등기신청',
    namesCause: true,
    cause: '해지',
    purpose: '근저당권설정등기 말소',
    tax: 'registration_tax',
  },
  lease: {
    title: '임차권설정등기신청',
    namesCause: false,
    cause: '임차권설정계약',
    purpose: '임차권 설정',
    tax: 'registration_tax',
  },
  rental_housing_note: {
    title: '민간임대주택 부기등기신청',
    namesCause: false,
    cause: '민간임대주택 등록',
    purpose: '소유권에 관한 부기(민간임대주택 등기)',
    tax: 'registration_tax',
  },
  lease_cancellation: {
    title: '임차권말소등기신청',
    namesCause: true,
    cause: '해지',
    purpose: '임차권설정등기 말소',
    tax: 'registration_tax',
  },
  other: { title: '등기신청', namesCause: false, cause: '', purpose: '', tax: 'registration_tax' },
}
