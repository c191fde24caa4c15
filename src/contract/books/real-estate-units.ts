import { choice, date, number, reference, text, won } from './field-builders.ts'
import { type Book, type RecordOf, unitNumberParts } from './field.ts'
import { createGenericDelete, createGenericWording } from './wordings.ts'

/** State of a filing that has a receipt number. The number is shown only at 처리완료. */
const filingStates = [
  { value: 'processing', label: '처리중', tone: 'danger' },
  { value: 'completed', label: '처리완료', tone: 'good' },
] as const

/**
 * Real-estate unit 세대: one dwelling of a group, and the subject of application forms. Its lands,
 * owners and mortgages are separate records (`unit-parts.ts`).
 */
export const realEstateUnitBook = {
  name: 'real-estate-units',
  label: '세대',
  noun: '세대',
  path: '/api/mysql/realestate/unit/',
  screen: { path: '/services/real-estate', search: { tab: 'address' } },
  hasWindow: true,
  isLong: true,
  order: [
    // Unfiled units come first, as in the case book.
    { field: 'regi_date', direction: 'desc', empty: 'first' },
    { field: 'id', direction: 'desc' },
  ],
  filters: [
    { key: 'group_id', label: '사업구간', field: 'group_id', op: 'one_of' },
    { key: 'dong', field: 'dong', op: 'contains' },
    { key: 'ho', field: 'ho', op: 'contains' },
  ],
  unique: {
    key: 'dongho',
    within: 'group_id',
    message: '동호수: 같은 사업구간에 같은 동호수의 세대가 이미 있습니다.',
  },
  deleteQuestion: "'{subject}' 세대를 삭제하시겠습니까?",
  searchHint: '동호수·소유자, 초성',
  wordings: {
    create: createGenericWording('세대 추가', '추가'),
    update: createGenericWording('세대 수정', '수정'),
    delete: createGenericDelete('세대 삭제'),
  },
  card: { title: 'dongho', note: 'owner', place: 'group_id', state: 'transfer_ownership_status' },
  groups: { basic: '기본정보', transfer: '소유권이전', mortgage: '근저당권설정', date: '일자' },
  fields: [
    date('regi_date', '등기접수일', { group: 'date', pinned: true, width: 112 }),
    reference('group_id', '사업구간', 'real-estate-groups.name', {
      pinned: true,
      required: true,
      width: 118,
      grows: true,
      carries: true,
      truncatesInMiddle: true,
    }),
    text('purpose', '등기목적', 100, { pinned: true, width: 100, grows: true, searched: true, carries: true }),
    text('dongho', '동호수', 50, { pinned: true, required: true, width: 104, searched: true, isUnitNumber: true }),
    // Derived from 동호수, for filters and sheets.
    text('dong', '동', 50, { editable: false, width: 72, shown: false, isUnitNumber: true }),
    text('ho', '호', 50, { editable: false, width: 72, shown: false, isUnitNumber: true }),
    text('owner', '소유자', 100, { width: 88, grows: true, searched: true }),
    number('dedicated_area', '전용면적(㎡)', { min: 0, scale: 4, width: 96 }),
    number('land_area', '대지권(㎡)', { min: 0, scale: 4, width: 104, shown: false }),
    text('immovable_num', '고유번호', 20, { width: 152, shown: false, searched: true, isImmovableNumber: true }),
    reference('address_id', '부동산 주소', 'addresses.jibun', { width: 200, shown: false }),
    won('price', '매매가(분양가)', { group: 'transfer', width: 116 }),
    won('total_tax', '취득세·등록세', { group: 'transfer', width: 106 }),
    text('transfer_ownership_receipt_num', '이전 접수번호', 50, {
      group: 'transfer',
      width: 104,
      searched: true,
      isHyphenated: true,
    }),
    choice('transfer_ownership_status', '이전 처리상태', { group: 'transfer', width: 104, shown: false }, filingStates),
    won('total_ownership_fee', '이전 보수', { group: 'transfer', width: 88 }),
    text('mortgage_receipt_num', '설정 접수번호', 50, {
      group: 'mortgage',
      width: 104,
      searched: true,
      isHyphenated: true,
    }),
    choice('mortgage_status', '설정 처리상태', { group: 'mortgage', width: 104, shown: false }, filingStates),
    reference('mortgage_bank_id', '근저당 은행', 'banks.name', { group: 'mortgage', width: 124, carries: true }),
    won('total_mortgage_fee', '설정 보수', { group: 'mortgage', width: 88 }),
    // Details of the secured claim, for the mortgage application.
    won('claim_amount', '채권최고액', { group: 'mortgage', width: 118, shown: false }),
    date('contract_date', '계약일', { group: 'date', width: 112, shown: false }),
    date('housing_reg_date', '임대주택 등록일', { group: 'date', width: 128, shown: false }),
    text('ownership_lawyer', '이전 담당 법무사', 100, {
      group: 'transfer',
      width: 140,
      shown: false,
      carries: true,
      repeats: true,
    }),
    date('receipted_at', '서류접수일', { group: 'date', width: 112, shown: false }),
    date('registrated_at', '등기필증 수령일', { group: 'date', width: 128, shown: false }),
  ],
  parts: { dongho: unitNumberParts },
  importTitles: {
    group_id: ['사업구간(그룹)', '그룹', '단지명', '현장명'],
    dongho: ['동호', '호', '호실', '세대', '동/호수', '동 호수'],
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

export type RealEstateUnit = RecordOf<typeof realEstateUnitBook>
