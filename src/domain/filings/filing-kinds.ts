import type { ApplicationPart } from '../applications/application-type.ts'
import type { ApplicationValues } from './filing.ts'

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

export interface FilingKindWords {
  /** `소유권이전등기신청`; the cause follows in brackets if `namesCause`. */
  readonly title: string
  readonly namesCause: boolean
  readonly cause: string
  readonly purpose: string
  readonly tax: FilingTax
}

/**
 * The kind of an application part. 임차권(임대주택) is a rental dwelling's note when the dwelling is
 * registered for rent and nobody chose otherwise.
 */
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
