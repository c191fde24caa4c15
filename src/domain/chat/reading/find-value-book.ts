import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'
import type { OfficeData } from '../knowledge.ts'
import { caseBooks } from './book-words.ts'
import { type LeftoverWord, listLeftoverWords } from './leftover-words.ts'
import { findLabelPath } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'
import { listCaseNames } from './resolve-words.ts'

interface NamedBook {
  readonly book: CollectionName
  /** Fields whose values name the book: a shop, a bank. */
  readonly fields: readonly string[]
  /** Its names are also those of other people, so the question has to name a field of the book. */
  readonly needsField?: true
}

const namedBooks: readonly NamedBook[] = [
  { book: 'card-usage', fields: ['purpose', 'store_name'] },
  { book: 'banks', fields: ['name'] },
  { book: 'companies', fields: ['name'], needsField: true },
  { book: 'inquiries', fields: ['name'], needsField: true },
  { book: 'projects', fields: ['name'], needsField: true },
]

/**
 * The question as one about the book that has its words as values, if it names none itself: 하늘면옥 몇
 * 번 갔어 is about the card, 해든은행 대표자 about the banks. The company of a manager is in the manager's
 * record.
 */
export async function moveToValueBook(parsed: ParsedQuestion, office: OfficeData): Promise<ParsedQuestion> {
  const words = listLeftoverWords(parsed.rest)
  if (await asksForContacts(parsed, words, office)) return toContacts(parsed)
  if (words.length === 0) return parsed
  const [named] = parsed.books
  if (
    named === 'companies' &&
    (await listValues(office, 'managers', 'name')).some((name) => words.some(({ word }) => word === name))
  )
    return { ...parsed, books: ['managers'], fields: [] }
  // 해든은행 주소: the address of a bank, not a property.
  const isAddress = named === 'addresses' && !parsed.text.includes('부동산')
  if ((parsed.namesBook && !isAddress) || parsed.isAboutReceivables || parsed.isAboutDeadlines) return parsed
  for (const { book, fields, needsField } of namedBooks) {
    const labels = getBook(book).fields.map(({ label }) => label)
    const hasFields = parsed.fields.every(
      ({ paths, word }) => paths.has(book) || labels.some((label) => word.startsWith(label)),
    )
    // 해든은행 사건: cases, and not the bank.
    if (/사건(?!부)/.test(parsed.text) && parsed.fields.length === 0) continue
    const hasLabel = parsed.text.split(' ').some((word) => isOnlyLabelOf(book, word))
    const isAsked = !needsField || parsed.fields.length > 0 || hasLabel || (isAddress && book === 'companies')
    if (!office.collections.has(book) || !hasFields || !isAsked) continue
    const known = await Promise.all(fields.map((field) => listValues(office, book, field)))
    if (!words.some(({ word }) => known.flat().some((value) => holdsWord(value, word)))) continue
    const others = hasLabel ? [] : await listCaseNames(office)
    if (words.some(({ word }) => others.some((value) => holdsWord(value, word)))) return parsed
    return { ...parsed, books: [book], namesBook: true, isCertain: true, isGuess: false }
  }
  return parsed
}

/** Whether it asks for people of a department or company: 용지부 담당자들, 도로공사 직원 명단, 전체 담당자. */
async function asksForContacts(
  { text, namesBook, books, days }: ParsedQuestion,
  words: readonly LeftoverWord[],
  office: OfficeData,
): Promise<boolean> {
  const isOther = namesBook && books[0] !== 'managers' && books[0] !== 'companies'
  if (isOther || days.length > 0 || !office.collections.has('managers')) return false
  if (staffList.test(text)) return true
  const departments = await listValues(office, 'departments', 'name')
  return words.some(({ word }) => departments.some((name) => normalizeForSearch(name) === normalizeForSearch(word)))
}

const staffList = /직원(?:들)?\s*(?:명단|목록|리스트|누구)|(?:전체|모든|전부)\s*(?:담당자|직원|관리자)(?!\s?별)/

function toContacts(parsed: ParsedQuestion): ParsedQuestion {
  const { measure } = parsed
  const fields = parsed.fields.filter(({ paths }) => paths.has('managers'))
  const asked = {
    ...measure,
    groupWord: null,
    order: null,
    kind: measure.kind === 'count' ? measure.kind : 'list',
  } as const
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

/** Whether the word is the label of a field that the case books don't have: 종료일. */
function isOnlyLabelOf(book: CollectionName, word: string): boolean {
  return findLabelPath(book, word) !== null && caseBooks.every((other) => findLabelPath(other, word) === null)
}

/** No copy of a book that the question may not even mean is no reason to answer nothing. */
async function listValues(office: OfficeData, book: CollectionName, field: string): Promise<readonly string[]> {
  return office.collections.has(book) ? await office.listValues(book, field).catch(() => []) : []
}

/** Whether the value is the word, has it as a part, or begins with it: 주유 for 주유비, 야근 저녁. */
function holdsWord(value: string, word: string): boolean {
  const text = normalizeForSearch(value)
  return [word, word.replace(/(?<=..)(?:비|값)$/, '')]
    .map(normalizeForSearch)
    .some((part) => text === part || text.split(' ').includes(part) || (part.length > 2 && text.includes(part)))
}
