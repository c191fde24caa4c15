import { choice, date, number, text, won } from './field-builders.ts'

/** Costs of deposit work besides the fee. */
export const extraCosts = [
  won('fees_vat', '부가세', { group: 'cost', width: 100, shown: false }),
  won('proof', '제증명', { group: 'cost', width: 100, shown: false }),
  won('tax', '공과금', { group: 'cost', width: 118, shown: false }),
  won('stamp', '증지·인지', { group: 'cost', width: 100, shown: false }),
] as const

/** How deposit work is charged and paid. */
export const paymentDates = [
  date('cost_request_at', '비용청구일', { group: 'date', width: 112, shown: false }),
  date('tax_invoice_at', '세금계산서 발행일', { group: 'date', width: 136, shown: false }),
  date('deposit_at', '입금일', { group: 'date', width: 112, shown: false }),
] as const

/** The deposit 공탁 itself. */
export const depositFields = [
  text('deposit_name', '공탁자', 100, { group: 'deposit', width: 140, shown: false, repeats: true }),
  text('deposit_number', '공탁번호', 50, {
    group: 'deposit',
    width: 168,
    shown: false,
    searched: true,
    isHyphenated: true,
  }),
  won('deposit_amount', '공탁금액', { group: 'deposit', width: 132, shown: false }),
  date('deposit_account_date', '가상계좌 수령일', { group: 'deposit', width: 128, shown: false }),
  date('deposit_original_date', '공탁서 원본 수령일', { group: 'deposit', width: 144, shown: false }),
  date('deposit_post_date', '우편 발송일', { group: 'deposit', width: 112, shown: false }),
  text('deposit_post_number', '등기우편번호', 30, { group: 'deposit', width: 136, shown: false, isMailNumber: true }),
  text('deposit_post_receipted_method', '수령방법', 50, {
    group: 'deposit',
    width: 104,
    shown: false,
    repeats: true,
  }),
] as const

/** How the office made sure who the client is (법무사법 제25조, 법무사규칙 제35조). */
export const verificationChoices = [
  { value: 'resident_card', label: '주민등록증' },
  { value: 'driver_license', label: '운전면허증' },
  { value: 'passport', label: '여권' },
  { value: 'foreigner_card', label: '외국인등록증' },
  { value: 'seal_certificate', label: '인감증명서' },
  { value: 'corporate_register', label: '법인등기부' },
  { value: 'signature_certificate', label: '본인서명사실확인서' },
  { value: 'other', label: '기타' },
] as const

/** What the statutory register 법정 사건부 asks for and no other field of a case says. */
export const mandateFields = [
  date('mandated_at', '위임받은 연월일', { group: 'mandate', width: 128, shown: false }),
  choice('verified_by', '위임인 확인방법', { group: 'mandate', width: 136, shown: false }, verificationChoices),
  date('client_birth', '위임인 생년월일', { group: 'mandate', width: 128, shown: false }),
  number('client_others', '위임인 외 인원', {
    group: 'mandate',
    min: 0,
    max: 9999,
    scale: 0,
    width: 112,
    shown: false,
  }),
  date('closed_at', '종결일자', { group: 'mandate', width: 112, shown: false }),
] as const

/** Their titles in sheets made elsewhere. */
export const mandateTitles = {
  mandated_at: ['위임일', '위임일자', '수임일', '수임일자'],
  verified_by: ['확인방법', '본인확인', '본인 확인방법'],
  client_birth: ['생년월일'],
  client_others: ['외 인원', '위임인 외'],
  closed_at: ['종결일', '종료일', '사건 종결일'],
} as const

/** Position in the list; parts are shown and printed in this order. */
export const placeField = number('place', '순서', { min: 0, scale: 0, width: 64, shown: false })

export const landKindField = text('land_kind', '지목', 20, { width: 72, repeats: true })
export const landAreaField = number('area', '면적(㎡)', { min: 0, scale: 4, width: 104 })

/**
 * A person has a resident number, a corporation its registration number; the two are validated
 * differently.
 */
export const partyKindField = choice('party_kind', '구분', { width: 80, startsAs: 'person' }, [
  { value: 'person', label: '개인' },
  { value: 'corporation', label: '법인' },
])

export function partyName<const Key extends string>(key: Key) {
  return text(key, '성명(명칭)', 100, { required: true, width: 160 })
}

/** The number, which comes in encrypted, and its mask. */
export function partyNumber<const Key extends string>(key: Key) {
  const label = '주민등록번호(법인등록번호)'
  const companions = { masked: 'num_masked', kind: 'party_kind' } as const
  return [
    { key, label, kind: 'secret', group: 'basic', maxLength: 1000, width: 160, companions },
    text('num_masked', label, 20, { editable: false, width: 160 }),
  ] as const
}

export function partyAddress<const Key extends string>(key: Key) {
  return text(key, '주소(본점)', 300, { width: 260, masks: 'address', truncatesInMiddle: true })
}
