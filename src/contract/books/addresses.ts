import { choice, date, reference, text, won } from './field-builders.ts'
import { type Book, lotParts, type RecordOf } from './field.ts'
import { depositFields, extraCosts, paymentDates } from './shared-fields.ts'
import { createGenericDelete, createGenericWording } from './wordings.ts'

/**
 * Property address 부동산 주소: the address itself and what the deposit work adds to it. Data from the
 * register, the ledgers and the owners are parts of it (`address-parts.ts`), which can also be
 * reached by `num`.
 */
export const addressBook = {
  name: 'addresses',
  label: '부동산 주소',
  noun: '주소',
  path: '/api/deposition/address/',
  screen: { path: '/staff/addresses' },
  hasWindow: true,
  isLong: true,
  order: [{ field: 'id', direction: 'desc' }],
  filters: [
    { key: 'manager', label: '담당자', field: 'manager', op: 'one_of' },
    { key: 'project', label: '사업구간', field: 'project', op: 'one_of' },
    { key: 'title', label: '목록', field: 'title', op: 'one_of' },
    { key: 'type', field: 'type', op: 'one_of' },
    { key: 'status', field: 'status', op: 'one_of' },
  ],
  deleteQuestion: "'{subject}' 주소를 삭제하시겠습니까?",
  searchHint: '지번·소유자·번호, 초성',
  unique: { key: 'num', message: '고유번호: 같은 고유번호의 주소가 이미 있습니다.' },
  wordings: {
    create: createGenericWording('추가', '추가'),
    update: {
      ...createGenericWording('수정', '수정'),
      failed: '데이터 저장 중 오류가 발생했습니다.',
      failedBecause: '데이터 저장 중 오류가 발생했습니다. ({reason})',
    },
    delete: createGenericDelete('삭제'),
  },
  card: { title: 'jibun', note: 'owner_name', place: 'project', day: null },
  groups: { basic: '기본정보', place: '소재지', deposit: '공탁', cost: '비용', date: '일자', status: '상태' },
  fields: [
    text('num', '고유번호', 20, { width: 146, searched: true, isImmovableNumber: true }),
    // In the order in which one filter narrows the next.
    reference('manager', '담당자', 'managers.name', { width: 112, shown: false, carries: true }),
    reference('project', '사업구간', 'projects.name', { width: 168, carries: true, truncatesInMiddle: true }),
    reference('title', '목록', 'titles.name', { width: 160, shown: false, carries: true, truncatesInMiddle: true }),
    text('jibun', '지번주소', 300, {
      group: 'place',
      pinned: true,
      required: true,
      width: 220,
      grows: true,
      searched: true,
      isHyphenated: true,
      isLotNumber: true,
      truncatesInMiddle: true,
    }),
    text('address', '도로명주소', 300, {
      group: 'place',
      width: 240,
      grows: true,
      shown: false,
      searched: true,
      truncatesInMiddle: true,
    }),
    choice('type', '구분', { width: 88 }, [
      { value: 'collective_building', label: '집합건물' },
      { value: 'land', label: '토지' },
      { value: 'other', label: '기타' },
    ]),
    text('owner_name', '소유자', 100, { pinned: true, width: 120, searched: true }),
    // Shown as a label and not editable in the table; set by 상태 변경 and in the panel.
    choice('status', '상태', { group: 'status', width: 116 }, [
      { value: 'registration_case', label: '등기신청사건', tone: 'info' },
      { value: 'holder_change', label: '권리자 변경', tone: 'warn' },
      { value: 'complete', label: '완료', tone: 'good' },
    ]),
    text('purpose', '등기목적', 100, { width: 120, shown: false, carries: true, repeats: true }),
    text('sido', '시/도', 20, { group: 'place', width: 96, shown: false }),
    text('sigungu', '시/군/구', 40, { group: 'place', width: 112, shown: false }),
    text('dong', '동', 50, { group: 'place', width: 88, shown: false }),
    text('floor', '층', 20, { group: 'place', width: 72, shown: false }),
    text('ho', '호', 50, { group: 'place', width: 88, shown: false }),
    text('regi_office', '관할등기소', 100, { group: 'status', width: 150, shown: false, carries: true, repeats: true }),
    won('fees', '보수료', { group: 'cost', width: 112, shown: false }),
    ...extraCosts,
    ...depositFields,
    date('receipted_at', '서류접수일', { group: 'date', width: 112, shown: false }),
    date('created_at', '등기접수일', { group: 'date', width: 112, shown: false }),
    date('registrated_at', '등기필증 수령일', { group: 'date', width: 128, shown: false }),
    ...paymentDates,
    text('notes', '비고', 1000, { group: 'status', width: 200, shown: false }),
    text('description', '설명', 1000, { group: 'status', width: 200, shown: false }),
  ],
  parts: { jibun: lotParts },
  importTitles: {
    num: ['부동산고유번호', '부동산 고유번호', '등기고유번호'],
    project: ['사업구간명', '사업명', '공구'],
    manager: ['담당', '담당자명', '관리자'],
    title: ['목록명'],
    jibun: ['지번', '소재지', '소재지번', '토지 소재지', '부동산의 표시'],
    address: ['도로명', '주소', '전체 주소'],
    type: ['부동산 구분', '종류'],
    owner_name: ['소유자명', '소유자 성명', '성명'],
    regi_office: ['등기소', '관할'],
    notes: ['메모', '참고', '특이사항'],
  },
} as const satisfies Book

export type AddressRecord = RecordOf<typeof addressBook>
