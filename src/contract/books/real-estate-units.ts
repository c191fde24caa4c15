import type { Book, RecordOf } from './field.ts'
import { caseBookSheetWordings, caseBookWordings } from './wordings.ts'

/** What became of a filing that has a receipt number; the number itself is shown only at 처리완료 (spec 2 §2 "Real-estate data tab"). */
const filingStates = [
  { value: 'processing', label: '처리중', tone: 'seal' },
  { value: 'completed', label: '처리완료', tone: 'good' },
] as const

/** Real-estate unit 세대 (spec 2 §3 "Real-estate unit", decision 14): one dwelling of a group, and the subject of application forms. Its lands, owners and mortgages are records of their own (`unit-parts.ts`). */
export const realEstateUnitDescription = {
  name: 'real-estate-units',
  label: '세대',
  noun: '세대',
  path: '/api/mysql/realestate/unit/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  hasWindow: true,
  isLong: true,
  order: [
    // Those that are still to be filed come first, as in the case book.
    { field: 'regi_date', direction: 'desc', empty: 'first' },
    { field: 'id', direction: 'desc' },
  ],
  filters: [
    { key: 'group_id', label: '사업구간', field: 'group_id', op: 'one_of' },
    { key: 'dong', field: 'dong', op: 'contains' },
    { key: 'ho', field: 'ho', op: 'contains' },
  ],
  unique: {
    ...{ key: 'dongho', within: 'group_id' },
    message: '동호수: 같은 사업구간에 같은 동호수의 세대가 이미 있습니다.',
  },
  deleteQuestion: "'{subject}' 세대를 삭제하시겠습니까?",
  searchHint: '동호수·소유자, 초성',
  words: caseBookWordings,
  sheetWords: caseBookSheetWordings,
  groups: { basic: '기본정보', transfer: '소유권이전', mortgage: '근저당권설정', date: '일자' },
  fields: [
    { key: 'regi_date', label: '등기접수일', kind: 'date', group: 'date', width: 112 },
    {
      ...{ key: 'group_id', label: '사업구간', kind: 'reference', group: 'basic', required: true },
      ...{ carries: true, width: 118, grows: true },
      refers: { collection: 'real-estate-groups', label: 'name' },
    },
    {
      ...{ key: 'purpose', label: '등기목적', kind: 'text', group: 'basic', maxLength: 100, width: 100, grows: true },
      ...{ searched: true, carries: true },
    },
    {
      ...{ key: 'dongho', label: '동호수', kind: 'text', group: 'basic', required: true, maxLength: 50, width: 104 },
      ...{ searched: true, isUnitNumber: true },
    },
    // Follow from 동호수, for filters and sheets.
    {
      ...{ key: 'dong', label: '동', kind: 'text', group: 'basic', editable: false, maxLength: 50, width: 72 },
      ...{ shown: false, isUnitNumber: true },
    },
    {
      ...{ key: 'ho', label: '호', kind: 'text', group: 'basic', editable: false, maxLength: 50, width: 72 },
      ...{ shown: false, isUnitNumber: true },
    },
    {
      key: 'owner',
      label: '소유자',
      kind: 'text',
      group: 'basic',
      maxLength: 100,
      width: 88,
      grows: true,
      searched: true,
    },
    { key: 'dedicated_area', label: '전용면적(㎡)', kind: 'number', group: 'basic', scale: 4, min: 0, width: 96 },
    {
      key: 'land_area',
      label: '대지권(㎡)',
      kind: 'number',
      group: 'basic',
      scale: 4,
      min: 0,
      width: 104,
      shown: false,
    },
    {
      ...{ key: 'immovable_num', label: '고유번호', kind: 'text', group: 'basic', maxLength: 20, width: 152 },
      ...{ searched: true, shown: false, isImmovableNumber: true },
    },
    { key: 'price', label: '매매가(분양가)', kind: 'won', group: 'transfer', min: 0, width: 116 },
    { key: 'total_tax', label: '취득세·등록세', kind: 'won', group: 'transfer', min: 0, width: 106 },
    {
      ...{ key: 'transfer_ownership_receipt_num', label: '이전 접수번호', kind: 'text', group: 'transfer' },
      ...{ maxLength: 50, width: 104, searched: true },
    },
    {
      ...{ key: 'transfer_ownership_status', label: '이전 처리상태', kind: 'enum', group: 'transfer', width: 104 },
      ...{ choices: filingStates, shown: false },
    },
    { key: 'total_ownership_fee', label: '이전 보수', kind: 'won', group: 'transfer', min: 0, width: 88 },
    {
      ...{ key: 'mortgage_receipt_num', label: '설정 접수번호', kind: 'text', group: 'mortgage' },
      ...{ maxLength: 50, width: 104, searched: true },
    },
    {
      ...{ key: 'mortgage_status', label: '설정 처리상태', kind: 'enum', group: 'mortgage', width: 104 },
      ...{ choices: filingStates, shown: false },
    },
    {
      ...{
        key: 'mortgage_bank_id',
        label: '근저당 은행',
        kind: 'reference',
        group: 'mortgage',
        width: 124,
        carries: true,
      },
      refers: { collection: 'banks', label: 'name' },
    },
    { key: 'total_mortgage_fee', label: '설정 보수', kind: 'won', group: 'mortgage', min: 0, width: 88 },
    // Of the claim that the mortgage secures: boxes of its application (research/domain.md §1.4).
    { key: 'claim_amount', label: '채권최고액', kind: 'won', group: 'mortgage', min: 0, width: 118, shown: false },
    { key: 'contract_date', label: '계약일', kind: 'date', group: 'date', width: 112, shown: false },
    { key: 'housing_reg_date', label: '임대주택 등록일', kind: 'date', group: 'date', width: 128, shown: false },
    {
      ...{ key: 'ownership_lawyer', label: '이전 담당 법무사', kind: 'text', group: 'transfer', maxLength: 100 },
      ...{ width: 140, shown: false, carries: true },
    },
    { key: 'receipted_at', label: '서류접수일', kind: 'date', group: 'date', width: 112, shown: false },
    { key: 'registrated_at', label: '등기필증 수령일', kind: 'date', group: 'date', width: 128, shown: false },
  ],
  titles: {
    group_id: ['사업구간(그룹)', '그룹', '단지명', '현장명'],
    dongho: ['동호', '세대', '동/호수', '동 호수'],
    owner: ['소유자명', '매수인', '수분양자', '성명'],
    dedicated_area: ['전용면적', '전용', '전용면적(m2)'],
    land_area: ['대지권', '대지권면적', '대지지분'],
    immovable_num: ['부동산고유번호', '고유 번호'],
    price: ['매매가', '분양가', '분양가격', '거래가액'],
    total_tax: ['취득세', '등록세', '세금'],
    transfer_ownership_receipt_num: ['소유권이전 접수번호', '이전접수번호'],
    total_ownership_fee: ['이전보수', '소유권이전 보수'],
    mortgage_receipt_num: ['근저당 접수번호', '설정접수번호'],
    mortgage_bank_id: ['은행', '근저당은행', '대출은행'],
    total_mortgage_fee: ['설정보수', '근저당 보수'],
    regi_date: ['접수일', '등기신청일'],
    housing_reg_date: ['임대사업자 등록일', '임대등록일'],
    ownership_lawyer: ['담당 법무사', '법무사'],
  },
} as const satisfies Book

export type RealEstateUnit = RecordOf<typeof realEstateUnitDescription>
