import { collectionNames } from '#contract/books/collections.ts'
import { isHowToQuestion } from './answer-how-to.ts'
import type { OfficeData } from './knowledge.ts'
import { blankOut } from './reading/blank-out.ts'
import { bookNouns, bookWords, casesPattern } from './reading/book-words.ts'
import { moveToValueBook } from './reading/find-value-book.ts'
import { readFollowUp, readModifier } from './reading/follow-up.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { readMeasure } from './reading/measures.ts'
import { readDays } from './reading/read-days.ts'
import { readFields } from './reading/read-fields.ts'
import { readForBook } from './reading/read-for-book.ts'
import { type ParsedQuestion, readQuestion } from './reading/read-question.ts'
import { readStates } from './reading/read-states.ts'
import { resolveWords } from './reading/resolve-words.ts'

/** Longer questions are pasted texts. The rules skip them, because some take quadratic time. */
export const maxQuestionLength = 2000

/**
 * Completes a follow-up with the previous question, without the values of which it names others: 별빛
 * 배수지는? replaces a project, 한나래는? a name.
 */
export async function completeByValues(question: string, last: string, office: OfficeData): Promise<string> {
  const { today } = office
  const followUp = readFollowUp(question) ?? question
  if (followUp === question && !topicEnding.test(question)) return completeFollowUp(question, last, today)
  const before = await moveToValueBook(readQuestion(last, office), office)
  const next = readQuestion(followUp.replace(topicEnding, ''), office)
  // 김씨 소유자 등기, 이씨는?
  if (before.nameKind && next.nameKind) return last.replace(before.nameKind.words, next.nameKind.words)
  const findWords = async (read: ParsedQuestion) =>
    (
      await Promise.all(
        before.books.map(async (book) => (await resolveWords(office, readForBook(read, book, office))).used ?? []),
      )
    ).flat()
  const [own, others] = await Promise.all([findWords(before), findWords(next)])
  const valued = new Set(own.filter(({ path }) => path !== null).map(({ at }) => at))
  const isNumber = (word: string) => /\d/.test(word)
  const replaced = own.filter(({ path, at, end }) =>
    others.some(
      (other) =>
        (path === other.path || before.books[0] === 'card-usage') &&
        (path !== null ||
          (!valued.has(at) && isNumber(before.text.slice(at, end)) === isNumber(next.text.slice(other.at, other.end)))),
    ),
  )
  const base = replaced.reduce((rest, { at, end }) => blankOut(rest, at, end - at), before.text)
  const isValue = replaced.length > 0 && !next.namesBook && !next.hasMeasure && next.fields.length === 0
  const [first] = replaced
  if (!first || !isValue) return completeFollowUp(question, first ? base : last, today)
  const value = followUp.replace(topicEnding, '')
  return `${base.slice(0, first.at)} ${value} ${base.slice(first.at)}`.replace(/\s+/g, ' ').trim()
}

const topicEnding = /(?:은|는|도)(?:요)?(?:\s*[?？])?\s*$/
const shortQuestionPattern = /^[^.]{1,14}(?:은|는|도)(?:요)?(?:\s*[?？])?\s*$/
/** Words that make a question independent of the previous one. */
const independentWords = /미수금|마감|잔액|연차|휴가|카드|퀵|문의|공탁|등기|사건|세대|신청서|연락처/

/**
 * Completes a follow-up (그럼 지난달은?, 담당자별로는?, 그 사건 수용개시일은?) with the previous question, replacing
 * its days, measure, book or field. Returns the question unchanged when it is independent or both
 * are too long.
 */
export function completeFollowUp(question: string, last: string | undefined, today: string): string {
  if (last === undefined || last.length + question.length >= maxQuestionLength) return question
  if (listRequest.test(question) && !isHowToQuestion(last))
    return `${readMeasure(last).rest.trim()} 목록`.replace(/\s+/g, ' ')
  const [leave] = /^\s*언제(?:언제)? ?(?:썼|쉬었|쓴|쉰)/.test(question) ? (/연차|반차|병가|휴가/.exec(last) ?? []) : []
  if (leave !== undefined) return `내 ${leave} ${question.trim()}`
  const lastYear = sameTimeLastYear.test(question) ? readSameTime(last, today) : null
  if (lastYear !== null) return lastYear
  const otherBook = readOtherBook(question, last, today)
  if (otherBook !== null) return otherBook
  const rest = readFollowUp(question)
  if (rest === null && isAboutOtherBook(question, last, today)) return question
  const isElliptic =
    rest !== null || isShortQuestion(question) || isGroupingOrPeriod(question, today) || isNarrowing(question, today)
  if (!isElliptic || (rest === null && !isShortQuestion(question) && isHowToQuestion(last))) return question
  const cleaned = (rest ?? question).replace(topicEnding, '')
  const hasDays = readDays(cleaned, today) !== null
  const sameStates = /빼고|제외|말고|뺀/.test(cleaned) ? last : replaceStates(last, cleaned, today)
  const base = hasDays ? (readDays(sameStates, today)?.rest ?? sameStates) : sameStates
  const { measure } = readMeasure(cleaned)
  const plain = measure.groupWord === null ? base : withoutGrouping(withoutOrder(base))
  return `${plain.replace(/[?？]\s*$/, '')} ${cleaned}`.replace(/\s+/g, ' ').trim()
}

/** Asks for the records that were counted or added up: 목록 보여 줘. */
const listRequest =
  /^\s*(?:그럼\s*|그\s*)?(?:목록|리스트|명단|전체|전부|다|자세히|상세히|하나씩|어떤\s*(?:거|것|건)(?:들)?)(?:을|를|은|으로|로|이)?\s*(?:좀\s*)?(?:다\s*)?(?:보여|알려|뽑아|나열|펼쳐|볼래|있|인지|야|이야)[가-힣\s]{0,6}[?？.!]?\s*$/

const sameTimeLastYear = /(?:작년|지난해|전년)\s*(?:의\s*)?(?:같은\s*(?:달|기간|때|시기|주|월)|이맘때|동월|동기|동기간)/

/** The previous question about its days a year earlier: 작년 같은 달은. */
function readSameTime(last: string, today: string): string | null {
  const days = readDays(last, today)
  const { from = null, to = null } = days?.range ?? {}
  if (!days || from === null || to === null) return null
  const [first, end] = [from, to].map(
    (day) => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`,
  )
  return `${first}부터 ${end}까지 ${days.rest.trim()}`.replace(/\s+/g, ' ')
}

function isShortQuestion(question: string): boolean {
  // 등기접수일은? names a field, not a book.
  return shortQuestionPattern.test(question) && !independentWords.test(readFields(question).rest)
}

/**
 * Whether it names fields that no book of the previous question has, or the top of its own words.
 */
function isAboutOtherBook(question: string, last: string, today: string): boolean {
  const { fields, measure, rest } = readQuestion(question, { today, collections: books })
  const { books: lastBooks } = readQuestion(last, { today, collections: books })
  if (measure.order !== null && (fields.length > 0 || listLeftoverWords(rest).length > 0)) return true
  return fields.length > 0 && fields.every(({ paths }) => lastBooks.every((book) => !paths.has(book)))
}

/** The previous question without its own states, if the follow-up names another: 취소는? */
function replaceStates(last: string, followUp: string, today: string): string {
  const { books: lastBooks } = readQuestion(last, { today, collections: books })
  const [own, second] = lastBooks
  if (own === undefined || second !== undefined) return last
  const read = (text: string) => readStates({ text, rest: text }, own, today)
  return read(followUp).filters.length > 0 && readFields(followUp).fields.length === 0 ? read(last).rest : last
}

const books = new Set(collectionNames)
const maxBareLength = 24

/** The previous question about another book: 등기는?, 공탁 쪽은요? */
function readOtherBook(question: string, before: string, today: string): string | null {
  const name =
    /^(?:그럼|그러면|그리고)? ?(등기|공탁|퀵|카드|문의|세대|휴가)(?: ?(?:사건|쪽|건|데이터))?(?:은|는|도)(?:요)? ?[?？]?$/.exec(
      question,
    )?.[1]
  // 등기 상속: the noun alone is also the book.
  const last = before.replace(/^등기(?= [가-힣])/, '등기 사건')
  if (name === undefined || isHowToQuestion(last)) return null
  const { books: lastBooks, namesBook } = readQuestion(last, { today, collections: books })
  const [own, second] = lastBooks
  const other = bookWords.find(({ pattern }) => pattern.exec(name)?.index === 0 || pattern.test(`${name} 사건`))
  if (!namesBook || own === undefined || second !== undefined || !other || other.collection === own) return null
  let place = last.length
  // 등기 이번달: a noun without 사건 names its book by what is left when the rest is read.
  const blanked = readFields(readMeasure(readDays(last, today)?.rest ?? last).rest).rest
  let unread = blanked
  for (const { collection, pattern } of bookWords)
    if (collection === own)
      for (let match = pattern.exec(unread); match && match[0] !== ''; match = pattern.exec(unread)) {
        place = Math.min(place, match.index)
        unread = blankOut(unread, match.index, match[0].length)
      }
  const isNoun = (at: number) => unread[at] === ' ' && blanked[at] !== ' '
  const text = last.replace(/./g, (letter, at: number) => (isNoun(at) ? ' ' : letter))
  return `${text.slice(0, place)} ${bookNouns[other.collection] ?? name} ${text.slice(place)}`
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether it narrows what was found and names no other book: 완료된 것만, 취소 빼고, 작년에 끝난 거. */
function isNarrowing(question: string, today: string): boolean {
  if (question.trim().length > maxBareLength || !readModifier(question.trim()).isNarrowing) return false
  const { words } = readModifier(question.trim())
  const parsed = readQuestion(words, { today, collections: books })
  const { namesBook, isAboutReceivables, isAboutDeadlines, isOwnOnly } = parsed
  return !(namesBook || isAboutReceivables || isAboutDeadlines || isOwnOnly || casesPattern.test(words))
}

/** Whether it asks only for groups or days: 구간별로, 누가 제일 많이 썼어, 10월에 몇 건. */
function isGroupingOrPeriod(question: string, today: string): boolean {
  if (question.trim().length > maxBareLength) return false
  const parsed = readQuestion(question, { today, collections: books })
  const { measure, days, fields } = parsed
  const isIndependent =
    parsed.namesBook ||
    parsed.isAboutReceivables ||
    parsed.isAboutDeadlines ||
    parsed.isOwnOnly ||
    measure.isByEntry ||
    // 누가 담당: by the person of what was found.
    fields.some(({ word }) => measure.groupWord === null || !/^(?:담당|맡)/.test(word))
  if (isIndependent || namesMore(parsed, today)) return false
  return isBookless(question) && (measure.groupWord !== null || days.length > 0)
}

/** Whether a question has words besides the states of a book, which may be names. */
function namesMore({ rest, books: named }: Pick<ParsedQuestion, 'rest' | 'books'>, today: string): boolean {
  return named.every((book) => listLeftoverWords(readStates({ text: rest, rest }, book, today).rest).length > 0)
}

/** Whether it names no book and no group. 사건 몇 건이야 names both case books. */
function isBookless(question: string): boolean {
  return !/사건|공탁|등기(?!\s*목적\s*별|소\s*별)|건수|(?:사업\s*)?구간(?!\s*별)|현장(?!\s*별)|담당자(?!\s*별|[는은이가]?\s*누구)/.test(
    question,
  )
}

/** Removes the order of a question (누가 제일 많이 썼어), which the next one replaces. */
function withoutOrder(question: string): string {
  const { measure, rest } = readMeasure(question)
  return measure.order === null ? question : rest
}

function withoutGrouping(question: string): string {
  return question.replace(/[가-힣]{1,6}\s*별(?:로)?/, ' ')
}
