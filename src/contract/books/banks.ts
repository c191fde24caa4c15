import { text } from './field-builders.ts'
import type { Book } from './field.ts'
import { createNounTexts } from './wordings.ts'

/**
 * Bank 근저당 은행: the mortgagee of units, with the details that applications print (name, corporate
 * number, head office, branch).
 */
export const bankBook = {
  name: 'banks',
  label: '은행',
  ...createNounTexts('은행', '이'),
  path: '/api/mysql/realestate/bank/',
  screen: { path: '/services/real-estate', search: { tab: 'bank' } },
  hasWindow: true,
  searchHint: '은행명·지점, 초성',
  card: { note: 'position', place: 'address' },
  groups: { basic: '기본정보' },
  fields: [
    text('name', '은행명', 100, { pinned: true, required: true, width: 200, searched: true }),
    text('position', '지점(취급점)', 100, { width: 140, searched: true }),
    // Corporate registration number, which applications print; not the tax registration number.
    text('corporate_num', '법인등록번호', 14, { width: 148, isCorporateNumber: true }),
    text('address', '본점 주소', 300, { width: 260, grows: true, truncatesInMiddle: true }),
    text('company_num', '사업자등록번호', 20, { width: 128, shown: false, isHyphenated: true }),
    text('owner_name', '대표자', 50, { width: 104, isPerson: true }),
  ],
  importTitles: {
    name: ['은행', '금융기관', '근저당권자'],
    position: ['지점', '지점명', '취급점'],
    corporate_num: ['법인번호', '등기용등록번호'],
    address: ['주소', '본점'],
    owner_name: ['대표자명', '대표이사', '지배인'],
  },
} as const satisfies Book
