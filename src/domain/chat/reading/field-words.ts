import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { blankOut, bookWords } from './book-words.ts'

/** A field named in a question, with its position and its path in each book that has it. */
export interface NamedField {
  readonly word: string
  readonly at: number
  readonly end: number
  /** Path by book. */
  readonly paths: ReadonlyMap<CollectionName, string>
}

/** A named field in one book. */
export interface NamedBookField extends NamedField {
  readonly path: string
}

/**
 * The fields a question names by label, sheet title or colloquial word, in the question's order,
 * and the question without them.
 */
export function readFields(question: string): { fields: readonly NamedField[]; rest: string } {
  const fields: NamedField[] = []
  let rest = question
  for (const { word, pattern, paths } of fieldWords) {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      fields.push({ word, at: match.index, end: match.index + match[0].length, paths })
      rest = blankOut(rest, match.index, match[0].length)
    }
  }
  const inOrder = fields.toSorted((a, b) => a.at - b.at)
  const values = inOrder.filter(
    (field, index) =>
      isValueAfterField(question, inOrder[index - 1], field) || isEnding(question, inOrder[index - 1], field),
  )
  for (const { at, end } of values) rest = rest.slice(0, at) + question.slice(at, end) + rest.slice(end)
  return { fields: inOrder.filter((field) => !values.includes(field)), rest }
}

/** 누구 담당인지: the 인지 here is an ending, not the field. */
function isEnding(question: string, before: NamedField | undefined, { at, word }: NamedField): boolean {
  return word.startsWith('인') && before?.end === at && /[가-힣]/.test(question[at - 1] ?? '')
}

/** 수령방법이 우편인: the second word is a value of the first field. */
function isValueAfterField(question: string, before: NamedField | undefined, { at, end }: NamedField): boolean {
  return before !== undefined && /^[이가]\s*$/.test(question.slice(before.end, at)) && /^인\s/.test(question.slice(end))
}

/** 수용개시일은, 보수료 얼마야: the field's value is asked for, and nothing is said about it. */
export function isAskedField(text: string, { end }: NamedField): boolean {
  return askedAfter.test(text.slice(end))
}

const askedAfter =
  /^(?:[은는이가을를의도]|[와과랑]|이랑|하고)?\s*(?:(?:총|모두|전부|다)\s*)?(?:[,?？]|얼마|뭐|무엇|언제|며칠|어디|누구|몇|알려|보여|합계|평균|총액|포함|$)/

/** The path of the field whose label is all that a text says: 이메일, 제목 알려 줘. */
export function findLabelPath(collection: CollectionName, text: string): string | null {
  const word = text
    .replace(/[?？!.\s]/g, '')
    .replace(/(?:은|는|이|가|을|를)?(?:얼마|뭐|무엇|언제|어디|누구|알려|보여)[가-힣]{0,8}$/, '')
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  return fields.find(({ label, kind }) => kind !== 'secret' && label.replace(/\s/g, '') === word)?.key ?? null
}

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

/** Sheet titles that mean something else, or anything, in a question. */
const commonTitles = new Set(
  '상태 이름 성명 제목 내용 주소 종료일 시작일 이메일 연락처 전화 사건명 번호 구분 그룹 상호 날짜 용도 참고 설명 일시 수수료 공구 세대 문의내용 회사 회사명 관리자 토지 목록'.split(
    ' ',
  ),
)

const fieldWords: readonly FieldWord[] = collectFieldWords()

/** 부동산 주소 is a field of cases and a book; the book takes precedence. */
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
