import type { Book, RecordOf } from './field.ts'
import { createNamedWordings } from './wordings.ts'

/**
 * Bank 근저당 은행: the mortgagee of units, with the details that applications print (name, corporate
 * number, head office, branch).
 */
export const bankBook = {
  name: 'banks',
  label: '은행',
  noun: '은행',
  path: '/api/mysql/realestate/bank/',
  screen: { path: '/services/real-estate', search: { tab: 'bank' } },
  hasWindow: true,
  deleteQuestion: "'{subject}' 은행을 삭제하시겠습니까?",
  searchHint: '은행명·지점, 초성',
  wordings: createNamedWordings(['은행', '이']),
  card: { note: 'position', place: 'address' },
  groups: { basic: '기본정보' },
  fields: [
    {
      key: 'name',
      label: '은행명',
      kind: 'text',
      group: 'basic',
      pinned: true,
      required: true,
      maxLength: 100,
      width: 200,
      searched: true,
    },
    {
      key: 'position',
      label: '지점(취급점)',
      kind: 'text',
      group: 'basic',
      maxLength: 100,
      width: 140,
      searched: true,
    },
    // Corporate registration number, which applications print; not the tax registration number.
    {
      key: 'corporate_num',
      label: '법인등록번호',
      kind: 'text',
      group: 'basic',
      maxLength: 14,
      width: 148,
      isCorporateNumber: true,
    },
    {
      key: 'address',
      label: '본점 주소',
      kind: 'text',
      group: 'basic',
      truncatesInMiddle: true,
      maxLength: 300,
      width: 260,
      grows: true,
    },
    {
      key: 'company_num',
      label: '사업자등록번호',
      kind: 'text',
      isHyphenated: true,
      group: 'basic',
      maxLength: 20,
      width: 128,
      shown: false,
    },
    { key: 'owner_name', label: '대표자', kind: 'text', group: 'basic', isPerson: true, maxLength: 50, width: 104 },
  ],
  importTitles: {
    name: ['은행', '금융기관', '근저당권자'],
    position: ['지점', '지점명', '취급점'],
    corporate_num: ['법인번호', '등기용등록번호'],
    address: ['주소', '본점'],
    owner_name: ['대표자명', '대표이사', '지배인'],
  },
} as const satisfies Book

export type Bank = RecordOf<typeof bankBook>
