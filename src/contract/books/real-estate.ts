import { newestCasesFirst } from '#contract/records/query.ts'
import { date, reference, text, won } from './field-builders.ts'
import { type Book, postalParts, type RecordOf } from './field.ts'
import { mandateFields, mandateTitles } from './shared-fields.ts'
import { caseBookSheetWordings, caseBookWordings, createNounTexts } from './wordings.ts'

/** Case-book entry 사건부. */
export const realEstateBook = {
  name: 'real-estate',
  label: '사건부',
  noun: '사건',
  path: '/api/mysql/realestate/list/',
  screen: { path: '/services/real-estate', search: { tab: 'table' } },
  hasWindow: true,
  isLong: true,
  order: newestCasesFirst,
  filters: [
    { key: 'region', label: '지역', field: 'group_id.region', op: 'contains' },
    { key: 'type', label: '구분', field: 'group_id.type', op: 'contains' },
    { key: 'business_section', label: '사업구간', field: 'group_id.name', op: 'contains' },
    { key: 'business_manager', label: '담당자', field: 'group_id.manager', op: 'contains' },
  ],
  deleteQuestion: "'{subject}' 건을 삭제하시겠습니까?",
  searchHint: '소유자·주소·목적, 초성',
  wordings: caseBookWordings,
  sheetWordings: caseBookSheetWordings,
  card: { title: 'owner', note: 'purpose', place: 'owner_address', state: 'state' },
  groups: { basic: '기본정보', cost: '비용', date: '일자', mandate: '위임' },
  fields: [
    reference('group_id', '사업구간(그룹)', 'real-estate-groups.name', {
      pinned: true,
      required: true,
      width: 112,
      grows: true,
      carries: true,
      truncatesInMiddle: true,
      missing: { create: '사업구간(그룹)을 선택하세요.', update: '사업구간(그룹) 정보가 없습니다.' },
    }),
    date('regi_date', '등기예정일', { group: 'date', pinned: true, width: 95 }),
    text('owner', '소유자', 100, { pinned: true, width: 112, grows: true, searched: true }),
    text('owner_address', '소유자 주소', 300, {
      width: 124,
      grows: true,
      searched: true,
      masks: 'address',
      truncatesInMiddle: true,
    }),
    text('purpose', '등기목적', 100, {
      width: 110,
      grows: true,
      searched: true,
      carries: true,
      repeats: true,
      firstTexts: ['소유권보존', '소유권이전', '근저당권설정', '근저당권말소'],
    }),
    won('fees', '보수료', { group: 'cost', width: 86 }),
    won('fees_vat', '부가세', { group: 'cost', width: 76 }),
    won('proof', '제증명', { group: 'cost', width: 76 }),
    won('tax', '공과금', { group: 'cost', width: 104 }),
    won('stamp', '증지·인지', { group: 'cost', width: 78 }),
    date('receipted_at', '서류접수일', { group: 'date', width: 112 }),
    date('created_at', '등기접수일', { group: 'date', width: 112 }),
    date('registrated_at', '등기필증 수령일', { group: 'date', width: 128 }),
    // Set for few cases only.
    date('housing_reg_date', '임대주택 등록일', { group: 'date', width: 112 }),
    ...mandateFields,
  ],
  parts: { owner_address: postalParts },
  importTitles: {
    group_id: ['사업구간', '그룹', '사업구간명', '단지명', '현장명', '단지', '현장', 'group', 'business_section'],
    regi_date: ['등기신청일'],
    owner: ['소유자(위임인)', '위임인', '소유자명', '소유자 성명', '소유자 성함', '성명', '성함'],
    owner_address: ['주소', '소유자의 주소'],
    housing_reg_date: ['임대주택등록', '임대사업자 등록일'],
    purpose: ['등기목적(사건명)', '사건명', '목적'],
    fees: ['보수', '보수액', '법무사 보수', '수수료'],
    fees_vat: ['부가가치세', 'VAT', '보수 부가세'],
    proof: ['제증명료', '제증명 비용'],
    tax: ['공과금 계', '세금'],
    stamp: ['증지/인지', '증지,인지', '인지·증지', '증지', '인지', '증지대', '인지대'],
    receipted_at: ['서류접수', '서류 접수 일자'],
    created_at: ['등기접수', '등기 접수 일자'],
    registrated_at: ['등기필증수령', '등기필정보 수령일', '필증 수령일'],
    ...mandateTitles,
  },
} as const satisfies Book

export type RealEstateRecord = RecordOf<typeof realEstateBook>

/** Group 사업구간(그룹) of case-book entries. */
export const realEstateGroupBook = {
  name: 'real-estate-groups',
  label: '사업구간(그룹)',
  ...createNounTexts('사업구간', '이'),
  path: '/api/mysql/realestate/group/',
  screen: { path: '/services/real-estate', search: { tab: 'group' } },
  hasWindow: true,
  filters: [
    { key: 'region', field: 'region', op: 'contains' },
    { key: 'type', field: 'type', op: 'contains' },
    { key: 'manager', field: 'manager', op: 'contains' },
  ],
  searchHint: '사업구간명·신탁회사, 초성',
  card: { note: 'type', place: 'trust_corporate_name' },
  groups: { basic: '기본정보' },
  fields: [
    text('name', '사업구간명', 100, {
      pinned: true,
      required: true,
      width: 240,
      searched: true,
      truncatesInMiddle: true,
    }),
    text('trust_corporate_name', '신탁회사', 100, { width: 160, searched: true, repeats: true }),
    text('office', '관할등기소', 100, { width: 200, repeats: true }),
    text('region', '지역', 50, { width: 120, repeats: true }),
    text('type', '구분', 50, { width: 120, repeats: true }),
    text('manager', '담당자', 50, { width: 112, repeats: true, isPerson: true }),
  ],
  importTitles: {
    name: ['사업구간', '사업구간(그룹)', '그룹', '단지명', '현장명', '이름'],
    trust_corporate_name: ['신탁사'],
    office: ['등기소', '관할 등기소'],
    manager: ['담당'],
  },
} as const satisfies Book

export type RealEstateGroup = RecordOf<typeof realEstateGroupBook>
