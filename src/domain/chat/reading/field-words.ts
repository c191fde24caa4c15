import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { bookWords } from './book-words.ts'

/** Matches the letters with any blanks between them: 등기필증수령일. */
export function buildFlexiblePattern(word: string): string {
  return [...word.replace(/\s/g, '')]
    .map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s?`)
}

interface FieldWord {
  readonly word: string
  readonly pattern: RegExp
  readonly paths: ReadonlyMap<CollectionName, string>
}

/**
 * Colloquial words for a field, by its label: every book with such a field understands them.
 */
const labelWords: Readonly<Record<string, readonly string[]>> = {
  등기접수일: ['등기접수된', '등기접수', '접수된', '접수한', '접수일', '접수'],
  서류접수일: [
    '들어온 서류',
    '접수된 서류',
    '서류접수',
    '서류를 접수',
    '서류가 접수',
    '서류는 접수',
    '서류만 접수',
    '서류도 접수',
    '서류 아직 접수',
    '서류가 아직 접수',
    '서류',
  ],
  '등기필증 수령일': ['등기필증', '필증', '등기권리증', '권리증'],
  입금일: ['입금'],
  비용청구일: ['비용청구', '비용을 청구', '청구'],
  '세금계산서 발행일': ['세금계산서', '계산서'],
  수용개시일: ['수용개시'],
  '우편 발송일': ['우편', '발송'],
  '가상계좌 수령일': ['가상계좌'],
  '공탁서 원본 수령일': ['공탁서 원본', '공탁서원본', '원본'],
  등기예정일: [
    '등기예정',
    '예정일',
    '예정된',
    '예정',
    '등기 일정',
    '일정',
    '등기 넣기로',
    '등기 넣을',
    '등기 들어갈',
    '등기 나갈',
    '잔금일',
    '잔금',
  ],
  '임대주택 등록일': ['등록일'],
  보수료: ['보수', '수임료', '매출'],
  공과금: ['취득세', '등록세', '등록면허세', '세금'],
  비고: ['비고란'],
  직책: ['직급', '직위'],
  종료일: ['끝나는 날', '끝나는 날짜', '끝나는', '끝날', '끝나', '종료되는', '종료', '완공'],
  시작일: ['시작하는 날', '시작하는 날짜', '시작하는', '시작한', '시작된', '시작했', '시작해', '착공', '시작'],
  사업자등록번호: ['사업자번호'],
  법인등록번호: ['법인번호'],
  '진행률(%)': ['진행률', '진척률', '진척도'],
  관할등기소: ['등기소', '관할'],
  '근저당 은행': ['근저당', '근저당권', '대출'],
  '매매가(분양가)': ['매매가', '분양가', '매매가격', '분양가격', '집값', '거래가'],
  '편입면적(㎡)': ['편입면적'],
  '전용면적(㎡)': ['전용면적', '평수', '면적'],
}

/** The field only if it is there or missing: 근저당 없는 세대, but not 근저당권말소. */
const hasOrLacks = String.raw`(?= ?(?:이|가|은|도)? ?(?:없|있는|있고|낀|끼어|안\s))`

/** Words that are a field only when something is said about it: 서류 안 들어온, but not 서류를 올리다. */
const onlyBefore: Readonly<Record<string, string>> = {
  끝나: String.raw`(?=[요니지](?:\s|$)|\?|\s|$)`,
  시작: String.raw`(?=[은이]? ?언제|하나|하지|\s*$)`,
  종료: String.raw`(?=[은이가]? ?언제|\s*$)`,
  서류: String.raw`(?= ?(?:이|가|은|는|을|를|도|만)? ?(?:(?:아직(?:도)?|여태(?:껏)?|다|덜|안|못|미) ?){0,3}(?:들어|들었|도착|온(?=\s|$|거)|왔|오지|받|없|빠|제출|누락|미(?:비|제출|도착)))`,
  원본: String.raw`(?= ?(?:이|가|은|는|을|를|도|만)? ?(?:(?:아직(?:도)?|안|못) ?){0,3}(?:수령|받|온(?=\s|$|거)|왔|오지|없|안|못|미|나온|나왔))`,
  근저당: hasOrLacks,
  근저당권: hasOrLacks,
  대출: hasOrLacks,
  은행: String.raw`(?=\s*(?:별|마다|어디|뭐|없|있는|누구|이\s|은\s|는\s))`,
  잔금: String.raw`(?!\s*(?:대출|계산|얼마))`,
  면적: String.raw`(?= ?(?:이|가|은|는)? ?(?:얼마|몇|\?|$|알려|보여|\d))`,
}

/** A common title is a field where it is said to be empty: 구분 없는, 내용 안 적힌, 이메일 빈. */
const saidEmpty = String.raw`(?= ?(?:이|가|은|는|을|를|도)? ?(?:아직 ?)?(?:없|(?:안|못|덜) ?(?:적|쓴|써|썼|입력|기재|넣|채|남)|비어|비었|빈(?=\s|$|거|것|건)|빠진|누락|미(?:입력|기재|작성)))`

/** Not after a negation: 서류 안 들어온 is about the papers, not about an inquiry. */
const notNegated = String.raw`(?<!(?:안|못|덜|다)\s?)`

/** What comes in with its papers; what is filed with the registry is 등기접수. */
const arrivals = ['들어온', '들어왔']

/** Colloquial words in addition to the labels, by book and path. */
const synonyms: Partial<Record<CollectionName, Readonly<Record<string, readonly string[]>>>> = {
  'deposit-cases': {
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
    business_manager: ['담당하는', '담당한', '담당', '맡은', '맡고'],
    business_section: ['구간', '현장'],
    owner_name: ['소유자 이름', '토지주'],
    receipted_at: arrivals,
  },
  'real-estate': {
    'group_id.manager': ['담당자', '담당하는', '담당한', '담당', '맡은', '맡고'],
    'group_id.name': ['구간', '단지', '현장'],
    'group_id.region': ['지역'],
    'group_id.type': ['구분'],
    'group_id.office': ['관할등기소', '등기소', '관할'],
    'group_id.trust_corporate_name': ['신탁회사', '신탁사'],
    receipted_at: arrivals,
  },
  'quick-deliveries': { amount: ['요금', '비용', '금액'], rider: ['기사', '기사님'] },
  inquiries: {
    received_at: ['접수된', '접수한', '접수일', '접수', '들어온', '들어왔', '온'],
    assignee: ['담당하는', '담당'],
  },
  addresses: { receipted_at: arrivals },
  'real-estate-units': { regi_date: ['언제 등기', '등기 언제', '등기해', '등기하는', '등기하지', '등기하나'] },
  banks: { owner_name: ['대표'], position: ['지점'], address: ['본점', '은행 주소'] },
  'leave-requests': { startDate: ['휴가 시작'], state: ['승인 상태'] },
}

/** Sheet titles that are too common in questions to mean a field. */
const commonTitles = new Set(
  '상태 이름 성명 제목 내용 주소 이메일 연락처 전화 사건명 번호 구분 그룹 상호 날짜 용도 참고 설명 일시 공구 세대 문의내용 회사 회사명 관리자 토지 목록'.split(
    ' ',
  ),
)

const allLabels = collectionNames.flatMap((name) =>
  getBook(name).fields.map((field: Field) => field.label.replace(/\s/g, '')),
)

/** All words for fields, longest first, after those that need what follows them. */
export const fieldWords: readonly FieldWord[] = collectFieldWords()

function getLookahead(word: string): string {
  return onlyBefore[word] ?? (commonTitles.has(word) ? saidEmpty : '')
}

/**
 * Whether a sheet's title of a number or tax is no label of another field: 접수번호, which units and
 * owners have.
 */
function isOwnTitle(title: string, label: string): boolean {
  const word = title.replace(/\s/g, '')
  const isOwn = label.replace(/\s/g, '').includes(word)
  return (
    isOwn || !/(?:번호|[가-힣]세)$/.test(word) || !allLabels.some((other) => other !== label && other.endsWith(word))
  )
}

/** Whether the word is a field of cases and also a book (부동산 주소); the book takes precedence. */
function isAddressBookWord(word: string): boolean {
  return bookWords.some(({ collection, pattern }) => collection === 'addresses' && pattern.exec(word)?.[0] === word)
}

function collectFieldWords(): FieldWord[] {
  const byWord = new Map<string, Map<CollectionName, string>>()
  const add = (collection: CollectionName, path: string, word: string) => {
    const key = word.replace(/\s/g, '')
    // 신탁사가 누리토지신탁인 사업구간: the groups themselves have the field.
    if (collection === 'real-estate' && path.startsWith('group_id.'))
      add('real-estate-groups', path.slice('group_id.'.length), word)
    if (key.length < 2 || (isAddressBookWord(word) && !commonTitles.has(word))) return
    const paths = byWord.get(key) ?? new Map<CollectionName, string>()
    if (!paths.has(collection)) byWord.set(key, paths.set(collection, path))
  }
  for (const { collection } of bookWords) {
    for (const [path, spelling] of Object.entries(synonyms[collection] ?? {}))
      for (const word of spelling) add(collection, path, word)
    const { fields, importTitles = {} } = getBook(collection)
    const references = new Map(listReferences(collection).map(({ key, labelKey }) => [key, labelKey]))
    for (const { key, label, kind } of fields.filter((field: Field) => field.kind !== 'secret'))
      for (const word of [
        label,
        ...(labelWords[label] ?? []),
        ...(importTitles[key] ?? []).filter((title) => isOwnTitle(title, label)),
      ]) {
        const path = kind === 'reference' && references.has(key) ? `${key}.${references.get(key)}` : key
        add(collection, path, word)
      }
  }
  return [...byWord]
    .toSorted(([a], [b]) => Number(getLookahead(b) !== '') - Number(getLookahead(a) !== '') || b.length - a.length)
    .map(([word, paths]) => ({
      word,
      paths,
      pattern: new RegExp(
        `(?:(?<![가-힣\\d])|(?<=미|총))${/^(?:들어)?[온왔]/.test(word) ? notNegated : ''}${buildFlexiblePattern(word)}${getLookahead(word)}${word.endsWith('인') ? '(?!지|데)' : word === '등기소' ? '(?!유)' : ''}`,
      ),
    }))
}
