import { collectionNames } from '#contract/books/collections.ts'
import { isHowToQuestion } from './answer-how-to.ts'
import { blankOut } from './reading/blank-out.ts'
import { bookNouns } from './reading/book-words.ts'
import { readFollowUp } from './reading/follow-up.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { readMeasure } from './reading/measures.ts'
import { readDays } from './reading/read-days.ts'
import { findLabelPath, isAskedField, type NamedField, readFields } from './reading/read-fields.ts'
import { readQuestion } from './reading/read-question.ts'
import { findFieldByPath } from './record-filters.ts'

/** Longer questions are pasted texts. The rules skip them, because some take quadratic time. */
export const maxQuestionLength = 2000

const maxChain = 6

/**
 * The last of these questions, completed by those before it: each follow-up refers to the question
 * that the earlier follow-ups made.
 */
export function completeFollowUps(questions: readonly string[], today: string): string {
  return (
    questions
      .slice(-maxChain)
      .reduce<string | undefined>((last, question) => completeFollowUp(question, last, today), undefined) ?? ''
  )
}

const shortQuestionPattern = /^[^.]{1,14}(?:은|는)(?:\s*[?？])?\s*$/
/** Words that make a question independent of the previous one. */
const independentWords = /미수금|마감|잔액|연차|휴가|카드|퀵|문의|공탁|등기|사건|세대|신청서|연락처/

/**
 * Completes a follow-up (그럼 지난달은?, 담당자별로는?, 그 사건 수용개시일은?) with the previous question, replacing
 * its days, measure or field. Returns the question unchanged when it is independent or both are too
 * long.
 */
export function completeFollowUp(question: string, last: string | undefined, today: string): string {
  if (last === undefined || last.length + question.length >= maxQuestionLength) return question
  const rest = readFollowUp(question)
  if (rest === null && !isShortQuestion(question) && (isHowToQuestion(last) || !isBareMeasure(question, today)))
    return question
  const cleaned = (rest ?? question).replace(/(?:은|는)(?:\s*[?？])?\s*$/, '')
  const hasDays = readDays(cleaned, today) !== null
  const base = hasDays ? (readDays(last, today)?.rest ?? last) : last
  const { measure } = readMeasure(cleaned)
  const plain = measure.groupWord === null ? replaceAskedFields(base, cleaned, today) : withoutGrouping(base)
  return `${plain.replace(/[?？]\s*$/, '')} ${cleaned}`.replace(/\s+/g, ' ').trim()
}

function isShortQuestion(question: string): boolean {
  // 등기접수일은? names a field, not a book.
  return shortQuestionPattern.test(question) && !independentWords.test(readFields(question).rest)
}

const books = new Set(collectionNames)
const maxBareLength = 18

/** Whether it asks for a figure or a field and names no record: 몇 건이야, 보수료 얼마야, 수용개시일 언제야. */
function isBareMeasure(question: string, today: string): boolean {
  if (question.trim().length > maxBareLength) return false
  const parsed = readQuestion(question, { today, collections: books })
  const { measure, fields } = parsed
  const isIndependent =
    parsed.namesBook ||
    parsed.days.length > 0 ||
    parsed.amount !== null ||
    parsed.isAboutReceivables ||
    parsed.isAboutDeadlines ||
    parsed.isOwnOnly ||
    measure.order !== null ||
    (measure.groupWord !== null && !question.includes('누구'))
  if (isIndependent || listLeftoverWords(parsed.rest).length > 0) return false
  return fields.length > 0 ? listAskedFields(question).length > 0 : parsed.isGuess && measure.kind !== 'list'
}

function listAskedFields(text: string): readonly NamedField[] {
  return readFields(text).fields.filter((field) => isAskedField(text, field))
}

/**
 * The previous question without the fields whose values it asked for, if the follow-up asks for
 * others; the book that they implied stays.
 */
function replaceAskedFields(last: string, followUp: string, today: string): string {
  const asked = listAskedFields(followUp)
  const { books: lastBooks } = readQuestion(last, { today, collections: books })
  const isLabel = lastBooks.some((collection) => findLabelPath(collection, followUp) !== null)
  if (asked.length === 0 && !isLabel) return last
  // 부가세 포함하면: added to the fields before.
  if (/포함|더하|더해|합치|합쳐|까지/.test(followUp)) return last
  const isAmount = asked.some(({ paths }) =>
    [...paths].some(([collection, path]) => ['won', 'number'].includes(findFieldByPath(collection, path)?.kind ?? '')),
  )
  let text = last
  for (const { at, end } of listAskedFields(last)) text = blankOut(text, at, end - at)
  const { measure, rest } = readMeasure(text)
  if (!isAmount && measure.kind !== 'list' && measure.order === null) text = rest
  const [collection, second] = lastBooks
  const isNamed = readQuestion(text, { today, collections: books }).namesBook
  const hasField = collection !== undefined && (isLabel || asked.every(({ paths }) => paths.has(collection)))
  return second === undefined && !isNamed && hasField
    ? `${text.replace(/[?？]\s*$/, '')} ${bookNouns[collection] ?? ''}`
    : text
}

function withoutGrouping(question: string): string {
  return question.replace(/[가-힣]{1,6}\s*별(?:로)?/, ' ')
}
