import type { Book, RecordOf } from './field.ts'
import type { Wording } from './wordings.ts'

/**
 * Application form 등기신청서 of a unit: the decisions of staff for one filing. A composite type is
 * several applications in legal order, all drawn from this one record. A unit may have several
 * forms; the newest is printed.
 *
 * Lands and parties are stored as JSON (`…_json`) as they were at the save, without resident
 * numbers. The print looks these up by the party's id; no other code does.
 */
export const applicationBook = {
  name: 'applications',
  label: '등기신청서',
  noun: '신청서',
  // `/application` itself is the plain client's call (../applications/applications.ts).
  path: '/api/mysql/realestate/application_form/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  isPart: true,
  filters: [{ key: 'property_id', field: 'property_id', op: 'one_of' }],
  deleteQuestion: "'{subject}' 신청서를 삭제하시겠습니까?",
  wordings: {
    create: applicationWording('작성'),
    update: applicationWording('수정'),
    delete: applicationWording('삭제'),
  },
  groups: { basic: '기본정보', party: '당사자', cost: '비용', other: '특이사항', documents: '첨부서류 확인' },
  fields: [
    {
      key: 'property_id',
      label: '세대',
      kind: 'reference',
      group: 'basic',
      required: true,
      refers: { collection: 'real-estate-units', label: 'dongho', isSubject: true },
    },
    // Parts joined by a hyphen; any combination is accepted and gets a label
    // (applications/application.ts).
    {
      key: 'application_type',
      label: '신청 유형',
      kind: 'text',
      group: 'basic',
      required: true,
      maxLength: 200,
      readsAs: 'application_type',
    },
    { key: 'registration_cause_date', label: '등기원인일', kind: 'date', group: 'basic', required: true },
    // 매매, 증여, 협의분할에 의한 상속 …; if empty, the default cause of the type applies.
    { key: 'cause', label: '등기원인', kind: 'text', group: 'basic', maxLength: 50 },
    { key: 'regi_date', label: '등기신청일(접수일)', kind: 'date', group: 'basic', required: true },
    { key: 'housing_reg_date', label: '임대주택 등록일', kind: 'date', group: 'basic' },
    {
      key: 'lease_kind',
      label: '임차권등기 종류',
      kind: 'enum',
      group: 'basic',
      choices: [
        { value: 'rental_housing_note', label: '민간임대주택 부기등기' },
        { value: 'lease', label: '임차권설정' },
      ],
    },
    // As the unit was when the form was saved.
    { key: 'group_name', label: '단지명', kind: 'text', group: 'basic', maxLength: 100 },
    { key: 'dongho', label: '동호수', kind: 'text', group: 'basic', maxLength: 50 },
    { key: 'purpose', label: '등기목적', kind: 'text', group: 'basic', maxLength: 100 },
    { key: 'dedicated_area', label: '전용면적(㎡)', kind: 'number', group: 'basic', scale: 4, min: 0 },
    { key: 'lands_json', label: '토지', kind: 'text', group: 'basic', maxLength: 20_000, readsAs: 'lands' },
    {
      key: 'grantees_json',
      label: '등기권리자',
      kind: 'text',
      masks: 'whole',
      group: 'party',
      maxLength: 40_000,
      readsAs: 'parties',
    },
    {
      key: 'grantors_json',
      label: '등기의무자',
      kind: 'text',
      masks: 'whole',
      group: 'party',
      maxLength: 40_000,
      readsAs: 'parties',
    },
    { key: 'transaction_amount', label: '거래가액', kind: 'won', group: 'cost', min: 0 },
    { key: 'acquisition_tax', label: '취득세', kind: 'won', group: 'cost', min: 0 },
    { key: 'registration_tax', label: '등록면허세', kind: 'won', group: 'cost', min: 0 },
    { key: 'attorney_fee', label: '법무사 보수', kind: 'won', group: 'cost', min: 0 },
    { key: 'other_costs', label: '기타 비용', kind: 'won', group: 'cost', min: 0 },
    // Besides the amounts, what the proposed taxes and fees depend on (domain/rates/sums-input.ts).
    {
      key: 'taxed_as',
      label: '부동산 구분',
      kind: 'enum',
      group: 'cost',
      choices: [
        { value: 'house', label: '주택' },
        { value: 'land', label: '토지' },
        { value: 'farmland', label: '농지' },
        { value: 'building', label: '상가 등 건물' },
      ],
    },
    {
      key: 'heavy_tax',
      label: '취득세 중과',
      kind: 'enum',
      group: 'cost',
      choices: [
        { value: '8', label: '8%' },
        { value: '12', label: '12%' },
      ],
    },
    { key: 'standard_value', label: '시가표준액', kind: 'won', group: 'cost', min: 0 },
    {
      key: 'filing_method',
      label: '신청 방법',
      kind: 'enum',
      group: 'cost',
      choices: [
        { value: 'paper', label: '서면' },
        { value: 'eform', label: 'e-Form' },
        { value: 'electronic', label: '전자' },
      ],
    },
    // What typed taxes include if they differ from the computed ones.
    {
      key: 'tax_scope',
      label: '입력한 세액',
      kind: 'enum',
      group: 'cost',
      choices: [{ value: 'whole', label: '지방교육세·농어촌특별세 포함' }],
    },
    // Set if the region cannot be read from the address.
    {
      key: 'bond_region',
      label: '채권 매입 지역',
      kind: 'enum',
      group: 'cost',
      choices: [
        { value: 'city', label: '특별시·광역시' },
        { value: 'other', label: '그 밖의 지역' },
      ],
    },
    // Boxes of the other forms, in addition to those all forms share.
    { key: 'claim_amount', label: '채권최고액', kind: 'won', group: 'cost', min: 0 },
    { key: 'debtor', label: '채무자', kind: 'text', group: 'party', maxLength: 300 },
    { key: 'moved_share', label: '이전할 지분', kind: 'text', group: 'basic', maxLength: 100 },
    { key: 'lease_deposit', label: '임차보증금', kind: 'won', group: 'cost', min: 0 },
    { key: 'lease_rent', label: '차임', kind: 'text', group: 'cost', maxLength: 100 },
    { key: 'lease_scope', label: '임차 범위', kind: 'text', group: 'basic', maxLength: 200 },
    { key: 'lease_period', label: '존속기간', kind: 'text', group: 'basic', maxLength: 100 },
    { key: 'cancelled_date', label: '말소할 등기의 접수일', kind: 'date', group: 'basic' },
    {
      key: 'cancelled_number',
      label: '말소할 등기의 접수번호',
      kind: 'text',
      isHyphenated: true,
      group: 'basic',
      maxLength: 50,
    },
    { key: 'deceased', label: '피상속인', kind: 'text', group: 'party', maxLength: 300 },
    // For the office only; never printed on a form.
    { key: 'special_notes', label: '특이사항', kind: 'text', group: 'other', maxLength: 2000 },
    { key: 'contract', label: '계약서', kind: 'flag', group: 'documents' },
    { key: 'id_card', label: '신분증', kind: 'flag', group: 'documents' },
    { key: 'resident_registration', label: '주민등록등·초본', kind: 'flag', group: 'documents' },
    { key: 'seal_certificate', label: '인감증명서', kind: 'flag', group: 'documents' },
    { key: 'property_registration', label: '등기부등본', kind: 'flag', group: 'documents' },
    { key: 'building_ledger', label: '건축물대장', kind: 'flag', group: 'documents' },
  ],
} as const satisfies Book

export type Application = RecordOf<typeof applicationBook>

function applicationWording(name: string): Wording {
  return {
    step: `신청서 ${name}`,
    done: `신청서가 ${name}되었습니다.`,
    failed: '신청서 저장 중 오류가 발생했습니다.',
    failedBecause: '신청서 저장 중 오류가 발생했습니다.\n{reason}',
  }
}
