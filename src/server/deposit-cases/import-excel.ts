import type { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { ImportedBook } from '../documents/import/import-excel.ts'
import { depositCaseCollection } from './collections.ts'
import { requireDepositAccess } from './policy.ts'

type ImportedKey = (typeof depositCaseDescription.fields)[number]['key'] | 'id'

const otherTitles: Readonly<Partial<Record<ImportedKey, readonly string[]>>> = {
  id: ['고유 ID'],
  receipted_at: ['서류접수', '서류 접수 일자', '접수일'],
  business_section: ['사업구간명', '사업명', '사업구간(그룹)', '공구', '노선명'],
  business_manager: ['담당', '관리자', '사업 담당자', '담당자명'],
  owner_name: ['소유자명', '소유자 성명', '피공탁자', '성명'],
  address: ['부동산 표시', '부동산의표시', '소재지', '주소', '지번', '토지 소재지'],
  purpose: ['등기목적(사건명)', '사건명', '목적'],
  status: ['진행상태', '진행 상황', '처리상태'],
  created_at: ['등기접수', '등기 접수 일자'],
  request_number: ['의뢰 번호', '접수번호', '관리번호'],
  fees: ['보수', '보수액', '법무사 보수', '수수료'],
  fees_vat: ['부가가치세', 'VAT', '보수 부가세'],
  proof: ['제증명료', '제증명 비용'],
  tax: ['공과금 계', '세금', '등록세'],
  stamp: ['증지/인지', '인지·증지', '증지', '인지', '증지대', '인지대'],
  regi_office: ['등기소', '관할', '관할 등기소'],
  registrated_at: ['등기필증수령', '등기필정보 수령일', '필증 수령일'],
  expropriated_at: ['수용일', '수용 개시일', '수용시기'],
  cost_request_at: ['비용청구', '청구일', '비용 청구 일자'],
  tax_invoice_at: ['세금계산서', '계산서 발행일', '세금계산서일'],
  deposit_at: ['입금', '입금일자', '입금 일자'],
  deposit_name: ['공탁자명', '공탁인'],
  deposit_number: ['공탁 번호', '공탁사건번호'],
  deposit_amount: ['공탁금', '공탁 금액'],
  deposit_account_date: ['가상계좌', '가상계좌수령'],
  deposit_original_date: ['공탁서 원본', '공탁서원본수령', '원본 수령일'],
  deposit_post_date: ['우편발송', '발송일', '우편 발송 일자'],
  deposit_post_number: ['등기번호', '우편번호(등기)', '등기우편 번호'],
  deposit_post_receipted_method: ['수령 방법'],
  notes: ['메모', '참고', '특이사항'],
}

/** `POST /api/mysql/deposition/import_excel/`. The section is free text as in the records, so nothing has to be there before. */
export const depositImport: ImportedBook = {
  collection: depositCaseCollection,
  path: '/api/mysql/deposition/import_excel',
  tag: '공탁',
  otherTitles,
  neededKey: 'business_section',
  exampleTitles: '사업구간, 담당자, 소유자, 부동산의 표시, 등기목적',
  sharedKeys: ['business_section', 'owner_name'],
  words: { book: '사건부', record: '사건' },
  policy: requireDepositAccess,
  fieldReaders: async () => await Promise.resolve({}),
}
