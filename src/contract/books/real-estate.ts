import type { Book, RecordOf } from './field.ts'
import { newestCasesFirst } from '../newest-cases-first.ts'
import { caseBookWordings } from './wordings.ts'

/** Case-book entry 사건부 (spec 2 §3 "Case-book record", decision 14). */
export const realEstateDescription = {
  name: 'real-estate',
  label: '사건부',
  noun: '사건',
  path: '/api/mysql/realestate/list/',
  screen: { path: '/services/real-estate' },
  hasWindow: true,
  isLong: true,
  order: newestCasesFirst,
  filters: [
    { key: 'region', label: '지역', field: 'group_id.region', op: 'contains' },
    { key: 'type', label: '구분', field: 'group_id.type', op: 'contains' },
    { key: 'business_section', label: '사업구간', field: 'group_id.name', op: 'contains' },
    { key: 'business_manager', label: '담당자', field: 'group_id.manager', op: 'contains' },
  ],
  deleteQuestion: "'{section}' 건을 삭제하시겠습니까?",
  searchHint: '소유자·주소·목적, 초성',
  words: caseBookWordings,
  groups: { basic: '기본정보', cost: '비용', date: '일자' },
  fields: [
    {
      key: 'group_id',
      label: '사업구간(그룹)',
      kind: 'reference',
      group: 'basic',
      required: true,
      pinned: true,
      width: 184,
      refers: { collection: 'real-estate-groups', label: 'name' },
    },
    { key: 'regi_date', label: '등기예정일', kind: 'date', group: 'date', width: 104 },
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic', maxLength: 100, width: 112, searched: true },
    {
      key: 'owner_address',
      label: '소유자 주소',
      kind: 'text',
      group: 'basic',
      maxLength: 300,
      width: 210,
      searched: true,
    },
    { key: 'housing_reg_date', label: '임대주택 등록일', kind: 'date', group: 'date', width: 120 },
    { key: 'purpose', label: '등기목적', kind: 'text', group: 'basic', maxLength: 100, width: 132, searched: true },
    { key: 'fees', label: '보수료', kind: 'won', group: 'cost', min: 0, width: 112 },
    { key: 'fees_vat', label: '부가세', kind: 'won', group: 'cost', min: 0, width: 100 },
    { key: 'proof', label: '제증명', kind: 'won', group: 'cost', min: 0, width: 100 },
    { key: 'tax', label: '공과금', kind: 'won', group: 'cost', min: 0, width: 118 },
    { key: 'stamp', label: '증지·인지', kind: 'won', group: 'cost', min: 0, width: 100 },
    { key: 'receipted_at', label: '서류접수일', kind: 'date', group: 'date', width: 112 },
    { key: 'created_at', label: '등기접수일', kind: 'date', group: 'date', width: 112 },
    { key: 'registrated_at', label: '등기필증 수령일', kind: 'date', group: 'date', width: 128 },
  ],
  titles: {
    group_id: ['사업구간', '그룹', '사업구간명', '단지명', '현장명', 'group', 'business_section'],
    regi_date: ['등기신청일'],
    owner: ['소유자(위임인)', '위임인', '소유자명', '소유자 성명'],
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
  },
} as const satisfies Book

export type RealEstateRecord = RecordOf<typeof realEstateDescription>

/** Group 사업구간(그룹) that case-book entries belong to (issue: groups {id, name, trust_corporate_name, office, region, type, manager}). */
export const realEstateGroupDescription = {
  name: 'real-estate-groups',
  label: '사업구간(그룹)',
  noun: '사업구간',
  path: '/api/mysql/realestate/group/',
  screen: { path: '/services/real-estate' },
  deleteQuestion: "'{section}' 건을 삭제하시겠습니까?",
  words: caseBookWordings,
  groups: { basic: '기본정보' },
  fields: [
    { key: 'name', label: '사업구간명', kind: 'text', group: 'basic', required: true, maxLength: 100, searched: true },
    { key: 'trust_corporate_name', label: '신탁회사', kind: 'text', group: 'basic', maxLength: 100, searched: true },
    { key: 'office', label: '관할등기소', kind: 'text', group: 'basic', maxLength: 100 },
    { key: 'region', label: '지역', kind: 'text', group: 'basic', maxLength: 50 },
    { key: 'type', label: '구분', kind: 'text', group: 'basic', maxLength: 50 },
    { key: 'manager', label: '담당자', kind: 'text', group: 'basic', isPerson: true, maxLength: 50 },
  ],
} as const satisfies Book

export type RealEstateGroup = RecordOf<typeof realEstateGroupDescription>
