import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'
import type { OfficeData } from '../knowledge.ts'
import { blankOut } from './blank-out.ts'
import { listPathValues } from './find-holders.ts'
import { isJobTitle, type LeftoverWord, listLeftoverWords } from './leftover-words.ts'
import { findAskedLabel, isAskedField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'
import { holdsName, listCaseNames, normalizeName } from './resolve-words.ts'

interface NamedBook {
  readonly book: CollectionName
  /** Fields whose values name the book: a shop, a bank. */
  readonly fields: readonly string[]
}

const namedBooks: readonly NamedBook[] = [
  { book: 'card-usage', fields: ['purpose', 'store_name'] },
  { book: 'banks', fields: ['name'] },
]

/**
 * The question as one about the book that has its words as values, if it names none itself: 하늘면옥 몇
 * 번 갔어 is about the card, 해든은행 대표자 about the banks. The company of a manager is in the manager's
 * record.
 */
export async function moveToValueBook(parsed: ParsedQuestion, office: OfficeData): Promise<ParsedQuestion> {
  const words = listLeftoverWords(parsed.rest)
  const ofRecord = await findRecordBook(parsed, words, office)
  if (ofRecord) return ofRecord
  if (await asksForContacts(parsed, words, office)) return toContacts(parsed)
  if (words.length === 0) return parsed
  const [named] = parsed.books
  // 솔빛자산신탁 사업구간: a group of cases, with fields of its own.
  const ofGroup = { book: 'real-estate-groups', fields: ['trust_corporate_name', 'region', 'type', 'office'] } as const
  if (
    named === 'projects' &&
    !(await holdsWords(office, words, { book: named, fields: ['name'] })) &&
    (await holdsWords(office, words, ofGroup))
  )
    return { ...parsed, books: ['real-estate-groups'] }
  if (parsed.namesBook || parsed.isAboutReceivables || parsed.isAboutDeadlines) return parsed
  // 잔여지 매수분 목록: the book 목록 has records of that name.
  if (/목록[은는이가을를]?(?:\s|$)/.test(parsed.text) && office.collections.has('titles')) {
    const names = await listPathValues(office, 'titles', 'name')
    if (isNameOf(names, words))
      return { ...parsed, books: ['titles'], namesBook: true, isCertain: true, isGuess: false }
  }
  for (const { book, fields } of namedBooks) {
    const labels = getBook(book).fields.map(({ label }) => label)
    const hasFields = parsed.fields.every(
      ({ paths, word }) => paths.has(book) || labels.some((label) => word.startsWith(label)),
    )
    // 해든은행 사건: cases, and not the bank.
    if (/사건(?!부)/.test(parsed.text) && parsed.fields.length === 0) continue
    if (!office.collections.has(book) || !hasFields || !(await holdsWords(office, words, { book, fields }))) continue
    const others = await listCaseNames(office)
    if (words.some(({ word }) => others.some((value) => holdsWord(value, word)))) return parsed
    return { ...parsed, books: [book], namesBook: true, isCertain: true, isGuess: false }
  }
  return parsed
}

/** The books whose records have a name of their own and are asked for by it: 해든은행 대표자. */
const recordBooks = [
  'projects',
  'real-estate-groups',
  'companies',
  'banks',
  'managers',
  'departments',
  'inquiries',
] as const

/**
 * The question as one about the record that it names, if it ends in one of its fields: 하늘산단 진입도로
 * 종료일, 해든은행 대표자 누구야. Null for any other question.
 */
async function findRecordBook(
  parsed: ParsedQuestion,
  words: readonly LeftoverWord[],
  office: OfficeData,
): Promise<ParsedQuestion | null> {
  const [named] = parsed.books
  // 해든은행 주소: the address of a bank, not a property.
  const isAddress = named === 'addresses' && !parsed.text.includes('부동산')
  const isOther = parsed.namesBook && !isAddress && !recordBooks.some((book) => book === named)
  if (isOther || parsed.days.length > 0 || parsed.amount !== null || parsed.measure.order !== null) return null
  if (parsed.isAboutReceivables || /사건(?!부)|공탁(?!자)|별로?(?:\s|$)/.test(parsed.text)) return null
  for (const book of recordBooks) {
    const label = findAskedLabel(book, parsed.text)
    const field = parsed.fields.at(-1)
    const isSynonym = field?.paths.has(book) && (isAskedField(parsed.text, field) || /언제/.test(parsed.text))
    // Everything that is known of how a person is reached is shown together.
    if ((!label && !isSynonym) || contactLabels.test(parsed.text) || !office.collections.has(book)) continue
    const subject = words.filter(({ at }) => at < (label?.index ?? field?.at ?? 0))
    const names = await listPathValues(office, book, 'name')
    if (!isNameOf(names, subject)) continue
    const fields = parsed.fields.filter(({ paths, at }) => paths.has(book) && at >= (subject.at(-1)?.at ?? 0))
    const measure = { ...parsed.measure, groupWord: null, kind: 'list' } as const
    return {
      ...parsed,
      books: [book],
      fields,
      measure,
      namesBook: true,
      isCertain: true,
      isGuess: false,
      rest: label ? blankOut(parsed.rest, label.index, parsed.rest.length) : parsed.rest,
    }
  }
  return null
}

const contactLabels = /연락처|전화|휴대|번호 ?(?:뭐|알려|좀)|메일/

/** Whether the words are one name, or its beginning: 하늘산단 진입도로, 해든은행 of 주식회사 해든은행. */
function isNameOf(names: readonly string[], words: readonly LeftoverWord[]): boolean {
  const parts = words.map(({ word }) => normalizeName(word))
  const joined = [words.map(({ typed }) => typed), words.map(({ word }) => word)].map((run) =>
    normalizeName(run.join('')),
  )
  const runs = [...joined.map((text) => [text]), ...(parts.length > 1 ? [parts] : [])]
  return names.some((name) => runs.some((run) => run.every((text) => text.length > 1 && holdsName(name, text, false))))
}

/** Whether it asks for people of a department or company: 용지부 담당자들, 도로공사 직원 명단, 전체 담당자. */
async function asksForContacts(
  { text, namesBook, books, days, fields }: ParsedQuestion,
  words: readonly LeftoverWord[],
  office: OfficeData,
): Promise<boolean> {
  const isOther = namesBook && books[0] !== 'managers' && books[0] !== 'companies'
  if (isOther || days.length > 0 || !office.collections.has('managers')) return false
  if (staffList.test(text)) return true
  // 차장이 몇 명이야, 가상도로공사에 과장 있어: all of a rank.
  if (!namesBook && words.some(({ word }) => isJobTitle(word)) && (words.length === 1 || /몇\s*명|누구|있/.test(text)))
    return true
  // 가상도로공사 담당자: its people, and not the cases of the depositor.
  const isOfCompany = companyPeople.test(text) && isNameOf(await listPathValues(office, 'companies', 'name'), words)
  if (isOfCompany && fields.every(({ word }) => word === '담당자')) return true
  const departments = await listPathValues(office, 'departments', 'name')
  return words.some(({ word }) => departments.some((name) => normalizeForSearch(name) === normalizeForSearch(word)))
}

const companyPeople = /\S 담당자(?:들)?[은는이가]?(?: ?(?:누구|좀|알려|보여|찾아|몇 ?명|있)[가-힣 ]{0,8})?$/

const staffList =
  /(?<=[가-힣]{2} )담당자들(?=[은이을도]?(?: ?(?:누구|명단|목록|알려|보여|연락처)[가-힣 ]{0,8})?$)|직원(?:들)?\s*(?:명단|목록|리스트|누구)|(?:전체|모든|전부)\s*(?:담당자|직원|관리자)(?!\s?별)/

function toContacts(parsed: ParsedQuestion): ParsedQuestion {
  const { measure } = parsed
  const fields = parsed.fields.filter(({ paths }) => paths.has('managers'))
  // 대리가 제일 많은 회사: how many there are of them.
  const isGrouped = /^(?:회사|부서|직책|직급)$/.test(measure.groupWord ?? '')
  const kind = measure.kind === 'count' ? measure.kind : 'list'
  const asked = isGrouped ? measure : ({ ...measure, groupWord: null, order: null, kind } as const)
  return {
    ...parsed,
    books: ['managers'],
    fields,
    measure: asked,
    namesBook: true,
    isCertain: true,
    isGuess: false,
  }
}

async function holdsWords(
  office: OfficeData,
  words: readonly LeftoverWord[],
  { book, fields }: Pick<NamedBook, 'book' | 'fields'>,
): Promise<boolean> {
  const known = await Promise.all(fields.map((field) => listPathValues(office, book, field)))
  return words.some(({ word }) => known.flat().some((value) => holdsWord(value, word)))
}

/** Whether the value is the word, has it as a part, or begins with it: 주유 for 주유비, 야근 저녁. */
function holdsWord(value: string, word: string): boolean {
  const text = normalizeForSearch(value)
  return [word, word.replace(/(?<=..)(?:비|값)$/, '')]
    .map(normalizeForSearch)
    .some((part) => text === part || text.split(' ').includes(part) || (part.length > 2 && text.includes(part)))
}
