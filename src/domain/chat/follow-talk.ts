import { planReducedCalls } from './answer-from-records.ts'
import { findAskedGuide, isHowToQuestion, readRequest } from './answer-how-to.ts'
import { completeByValues, maxQuestionLength } from './complete-follow-up.ts'
import { continueCalls } from './continue-calls.ts'
import type { OfficeData } from './knowledge.ts'
import { type ReducedCall, resolveCollection } from './planned-calls.ts'
import { listPathValues } from './reading/find-holders.ts'
import { readFollowUp } from './reading/follow-up.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { findFieldsOf, isContactWord, readBareWord } from './reading/read-bare-field.ts'
import { readChanges } from './reading/read-change.ts'
import { readDays } from './reading/read-days.ts'
import { readQuestion } from './reading/read-question.ts'

/** What a conversation has come to: its last question, completed by those before it. */
export interface Talk {
  readonly text: string
  /** The calls of the answer, if the last question changed those of the answer before it. */
  readonly calls: readonly ReducedCall[] | null
  /** What the last question says that can't be answered. */
  readonly gap?: string
  /** The talk before it, if the last question named another period. */
  readonly before?: Talk
}

const maxChain = 6

/** Reads the questions of a conversation, each with what the earlier ones made. */
export async function followTalk(questions: readonly string[], office: OfficeData): Promise<Talk> {
  let talk: Talk | undefined
  for (const question of questions.slice(-maxChain))
    talk =
      talk === undefined || talk.text.length + question.length >= maxQuestionLength
        ? { text: question, calls: null }
        : await continueTalk(question, talk, office)
  return talk ?? { text: '', calls: null }
}

/** 지난달이랑 비교하면, 9월 대비. */
const comparison = /^(.{1,20}?)(?:이?랑|와|과|하고)? ?(?:비교|대비)[가-힣 ]{0,8}[?？]?$/

async function continueTalk(question: string, talk: Talk, office: OfficeData): Promise<Talk> {
  const corrected = correctChange(question, talk.text, office)
  if (corrected !== null) return { text: corrected, calls: null }
  const [, period] = comparison.exec(question.trim()) ?? []
  if (period !== undefined && readDays(period, office.today) !== null && isOfRecords(talk.text, office))
    return await continueTalk('차이', await continueTalk(`${period}은`, talk, office), office)
  if (isOfRecords(talk.text, office)) {
    const difference = readDifference(question, talk, office)
    if (difference) return difference
    const ofSubject = await keepSubject(question, talk, office)
    if (ofSubject !== null) return { text: ofSubject, calls: null }
    if (question.length <= 30) {
      const calls = talk.calls ?? (await planReducedCalls(talk.text, office))
      const continued = await continueCalls(question, { calls, isContinued: talk.calls !== null }, office)
      if (continued && 'gap' in continued) return { ...talk, gap: continued.gap }
      if (continued) {
        const before = readDays(question, office.today) === null ? undefined : { ...talk, calls }
        const text = `${talk.text} ${readFollowUp(question) ?? question}`
        return { text, calls: continued.calls, ...(before && { before }) }
      }
    }
  }
  const text = await completeByValues(question, talk.text, office)
  const isPeriod = text !== question && readDays(question, office.today) !== null
  return { text, calls: null, ...(isPeriod && { before: talk }) }
}

/** Whether the question was answered from the books. */
function isOfRecords(text: string, office: OfficeData): boolean {
  return (
    !/잔액/.test(text) &&
    !isHowToQuestion(text) &&
    readRequest(text) === null &&
    readChanges(text, office) === null &&
    findAskedGuide(text) === null
  )
}

/** The proposed change with another value: 취소로, 아니 보류로, 어제로 해 줘. Null for any other question. */
export function correctChange(question: string, last: string, office: OfficeData): string | null {
  const value =
    /^(?:아니(?:다|야|요)?[,.]?\s+)?(?:상태\s+)?([^\s]{1,14}?)(?:으로|로)(?:요|\s*(?:바꿔|해|고쳐|변경|수정|적어)[가-힣\s]{0,8})?[.!?]?$/.exec(
      question.trim(),
    )?.[1]
  if (value === undefined || !Array.isArray(readChanges(last, office))) return null
  const old = /[^\s]{1,20}?(?:으로|로)(?=\s*(?:바꿔|변경|고쳐|수정|적어|해|돌려|넣어|처리|$))/.exec(last)
  if (!old) return null
  const ending = hasFinal(value) ? '으로' : '로'
  const text = `${last.slice(0, old.index)}${value}${ending}${last.slice(old.index + old[0].length)}`
  return Array.isArray(readChanges(text, office)) ? text : null
}

function hasFinal(word: string): boolean {
  const final = ((word.normalize('NFC').codePointAt(word.length - 1) ?? 0) - 0xac00) % 28
  return final > 0 && final !== 8
}

/** 차이 after two periods: of both. */
function readDifference(question: string, talk: Talk, { today }: OfficeData): Talk | null {
  if (!/^(?:그럼\s*|둘의?\s*)?차이(?:는|가|액|액은)?(?:요|\s*(?:얼마|몇)[가-힣]{0,6})?[?？]?$/.test(question.trim()))
    return null
  const { before } = talk
  const cards = [before?.calls?.[0], talk.calls?.[0]].filter((reduced) => reduced?.call.tool === 'card_totals')
  if (cards.length === 2) return { text: talk.text, calls: cards.filter((reduced) => reduced !== undefined) }
  const added = before && talk.text.startsWith(before.text) ? talk.text.slice(before.text.length) : talk.text
  const days = before && readDays(added, today)
  if (!before || !days || readDays(before.text, today) === null)
    return {
      ...talk,
      gap: '무엇과 무엇의 차이인지 알 수 없습니다. ‘지난달보다 이번 달 공탁 몇 건’처럼 함께 적어 주세요.',
    }
  return { text: `${before.text} ${days.range.words} 비교`, calls: null }
}

/**
 * A question about another book, with the names of the question before it: 공탁 몇 건 after
 * 누리철도건설단. So is a field of the company or person that was named alone.
 */
async function keepSubject(question: string, talk: Talk, office: OfficeData): Promise<string | null> {
  const last = readQuestion(talk.text, office)
  const names = listLeftoverWords(last.rest)
  const subject = names.map(({ typed }) => typed).join(' ')
  if (subject === '') return null
  const [word] = readBareWord(question).filter((spelling) => isSubjectWord(spelling))
  if (
    word !== undefined &&
    talk.calls === null &&
    last.text.trim() === subject &&
    (await isNamed(subject, word, office))
  )
    return `${subject} ${isContactWord(word) ? '연락처' : word}`
  // 제일 비싼 집 of a section whose cases were counted: its dwellings have prices.
  if (/비싼\s?(?:집|세대|호실)/.test(question) && last.books.some((book) => book === 'real-estate'))
    return `${subject} 세대 매매가 제일 높은 것`
  const next = readQuestion(question, office)
  const [book, second] = next.books
  const isBare =
    next.namesBook &&
    second === undefined &&
    next.days.length === 0 &&
    next.amount === null &&
    next.fields.length === 0 &&
    listLeftoverWords(next.rest).length === 0 &&
    next.measure.kind !== 'list'
  if (!isBare || book === undefined || (last.namesBook && last.books.includes(book))) return null
  const text = `${subject} ${question}`
  const calls = await planReducedCalls(text, office)
  return calls.some(({ call, dropped, isUnread }) => dropped === '' && !isUnread && resolveCollection(call) === book)
    ? text
    : null
}

const subjectBooks = ['companies', 'banks', 'managers'] as const

function isSubjectWord(word: string): boolean {
  return isContactWord(word) || subjectBooks.some((book) => findFieldsOf(book, word).length > 0)
}

async function isNamed(name: string, word: string, office: OfficeData): Promise<boolean> {
  const books = subjectBooks.filter(
    (book) => office.collections.has(book) && (findFieldsOf(book, word).length > 0 || isContactWord(word)),
  )
  const known = await Promise.all(books.map(async (book) => await listPathValues(office, book, 'name')))
  return known.flat().some((value) => value === name)
}
