import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { bookWords } from './book-words.ts'

/** Matches the letters with any blanks between them: 등기필증수령일. */
export function buildFlexiblePattern(word: string): string {
  return [...word.replace(/\s/g, '')]
    .map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s*`)
}

interface FieldWord {
  readonly word: string
  readonly pattern: RegExp
  readonly paths: ReadonlyMap<CollectionName, string>
}

/** The parts of 공과금; the case books only have their sum. */
const taxWords = ['취득세', '등록세', '등록면허세', '세금']

const receiptSynonyms = [
  '접수',
  '를 접수',
  '가 접수',
  '는 접수',
  '만 접수',
  '도 접수',
  '는 들어',
  '가 들어',
  '만 들어',
].map((spelling) => `서류${spelling}`)

/** Colloquial words in addition to the labels, by book and path. */
const synonyms: Partial<Record<CollectionName, Readonly<Record<string, readonly string[]>>>> = {
  'deposit-cases': {
    created_at: ['등기접수', '접수된', '접수한', '접수일', '접수'],
    receipted_at: receiptSynonyms,
    registrated_at: ['등기필증', '필증'],
    deposit_at: ['입금'],
    cost_request_at: ['비용청구', '비용을 청구', '청구'],
    tax_invoice_at: ['세금계산서', '계산서'],
    expropriated_at: ['수용개시'],
    fees: ['보수', '수임료', '매출'],
    tax: taxWords,
    address: [
      '주소가',
      '주소에',
      '주소지',
      '부동산 주소가 어디',
      '부동산 주소는',
      '주소 좀',
      '주소 알려',
      '주소 뭐',
      '주소는 어디',
      '지번',
      '소재지',
    ],
    deposit_post_date: ['우편', '발송'],
    business_manager: ['담당하는', '담당한', '담당', '맡은', '맡고'],
    notes: ['비고란'],
    business_section: ['구간', '현장'],
    owner_name: ['소유자 이름', '토지주'],
  },
  'real-estate': {
    created_at: ['등기접수', '접수된', '접수한', '접수일', '접수'],
    receipted_at: receiptSynonyms,
    regi_date: ['등기예정', '등기 예정', '예정일', '예정된', '예정', '등기 일정', '일정', '등기 넣기로', '등기 넣을'],
    registrated_at: ['등기필증', '필증'],
    fees: ['보수', '수임료', '매출'],
    tax: taxWords,
    'group_id.manager': ['담당자', '담당하는', '담당한', '담당', '맡은', '맡고'],
    notes: ['비고란'],
    'group_id.name': ['구간', '단지', '현장'],
    'group_id.region': ['지역'],
    'group_id.type': ['구분'],
    'group_id.office': ['관할등기소', '등기소', '관할'],
    'group_id.trust_corporate_name': ['신탁회사', '신탁사'],
  },
  'quick-deliveries': { amount: ['요금', '비용', '금액'], rider: ['기사', '기사님'] },
  inquiries: {
    received_at: ['접수된', '접수한', '접수일', '접수', '들어온', '들어왔', '온'],
    assignee: ['담당하는', '담당'],
  },
  'leave-requests': { startDate: ['휴가 시작'], state: ['승인 상태'] },
}

/** Sheet titles that are too common in questions to mean a field. */
const commonTitles = new Set(
  '상태 이름 성명 제목 내용 주소 종료일 시작일 이메일 연락처 전화 사건명 번호 구분 그룹 상호 날짜 용도 참고 설명 일시 수수료 공구 세대 문의내용 회사 회사명 관리자 토지 목록'.split(
    ' ',
  ),
)

/** All words for fields, longest first. */
export const fieldWords: readonly FieldWord[] = collectFieldWords()

/** Whether the word is a field of cases and also a book (부동산 주소); the book takes precedence. */
function isAddressBookWord(word: string): boolean {
  return bookWords.some(({ collection, pattern }) => collection === 'addresses' && pattern.exec(word)?.[0] === word)
}

function collectFieldWords(): FieldWord[] {
  const byWord = new Map<string, Map<CollectionName, string>>()
  const add = (collection: CollectionName, path: string, word: string) => {
    const key = word.replace(/\s/g, '')
    if (key.length < 2 || isAddressBookWord(word)) return
    const paths = byWord.get(key) ?? new Map<CollectionName, string>()
    if (!paths.has(collection)) byWord.set(key, paths.set(collection, path))
  }
  for (const { collection } of bookWords) {
    for (const [path, spelling] of Object.entries(synonyms[collection] ?? {}))
      for (const word of spelling) add(collection, path, word)
    const { fields, importTitles = {} } = getBook(collection)
    const references = new Map(listReferences(collection).map(({ key, labelKey }) => [key, labelKey]))
    for (const { key, label, kind } of fields.filter((field: Field) => field.kind !== 'secret'))
      for (const word of [label, ...(importTitles[key] ?? [])].filter(
        (spelling) => !commonTitles.has(spelling.replace(/\s/g, '')),
      )) {
        const path = kind === 'reference' && references.has(key) ? `${key}.${references.get(key)}` : key
        add(collection, path, word)
      }
  }
  return [...byWord]
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([word, paths]) => ({
      word,
      paths,
      pattern: new RegExp(
        `(?:(?<![가-힣\\d])|(?<=미|총))${buildFlexiblePattern(word)}${word.endsWith('인') ? '(?!지|데)' : ''}`,
      ),
    }))
}
