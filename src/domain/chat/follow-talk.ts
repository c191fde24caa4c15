import { bookRules } from '#domain/books/books.ts'
import { findChanged } from './answer-change.ts'
import { planReducedCalls } from './answer-from-records.ts'
import { findAskedGuide, isHowToQuestion, readDecision, readRequest } from './answer-how-to.ts'
import type { Combination } from './combine-answers.ts'
import { type Joining, joinTurns, readJoining } from './combine-turns.ts'
import { completeByValues, maxQuestionLength } from './complete-follow-up.ts'
import { continueCalls, isUrgentAlone, namesState } from './continue-calls.ts'
import type { OfficeData } from './knowledge.ts'
import { pickFirstGroup, pickRecord, pickSimilar } from './pick-record.ts'
import { type PlannedCall, type ReducedCall, resolveCollection } from './planned-calls.ts'
import { bookNouns, caseBooks, casesPattern } from './reading/book-words.ts'
import { listPathValues } from './reading/find-holders.ts'
import { readFollowUp, readModifier } from './reading/follow-up.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { findFieldsOf, isContactWord, readBareWord } from './reading/read-bare-field.ts'
import { readChanges, readUnsaidState } from './reading/read-change.ts'
import { readDays } from './reading/read-days.ts'
import { readQuestion } from './reading/read-question.ts'
import { listGaps } from './refuse-call.ts'
import { explainMissingField, showField } from './show-field.ts'
import { formatConditions, getReadableLabel } from './tools/format-answer.ts'
import { toQuery } from './tools/record-question.ts'

/** What a conversation has come to: its last question, completed by those before it. */
export interface Talk {
  readonly text: string
  /** The calls of the answer, if the last question changed those of the answer before it. */
  readonly calls: readonly ReducedCall[] | null
  /** The talk before the last question. */
  readonly before?: Talk
  /** What the last question says that can't be answered. */
  readonly gap?: string
  /** The calls of the answer before it, with what they can't take up of the last question. */
  readonly refused?: readonly ReducedCall[]
  /** The last question is about the figures of several answers. */
  readonly combination?: Combination
}

const maxChain = 6

/** Reads the questions of a conversation, each with what the earlier ones made. */
export async function followTalk(questions: readonly string[], office: OfficeData): Promise<Talk> {
  let talk: Talk | undefined
  const recent = questions.slice(-maxChain)
  for (const [index, question] of recent.entries()) {
    const isFirst = talk === undefined || talk.text.length + question.length >= maxQuestionLength
    const next =
      (await showFieldAtPlace(question, office)) ??
      (isFirst || talk === undefined ? { text: question, calls: null } : await continueTalk(question, talk, office))
    const isKept = talk !== undefined && index < recent.length - 1 && (await isUnanswered(next, question, office))
    if (!isKept) talk = next
  }
  return talk ?? { text: '', calls: null }
}

/** Whether a question got no figure and no list, so that the talk goes on without it. */
async function isUnanswered({ text, calls }: Talk, question: string, office: OfficeData): Promise<boolean> {
  if (calls !== null || !isOfRecords(text, office)) return false
  if (text === question && readQuestion(text, office).namesBook) return false
  const planned = await planReducedCalls(text, office)
  return planned.every((reduced) => reduced.isUnread || listGaps(reduced).length > 0)
}

/** 지난달이랑 비교하면, 9월 대비. */
const comparison = /^(.{1,20}?)(?:이?랑|와|과|하고)? ?(?:비교|대비)[가-힣 ]{0,8}[?？]?$/

/**
 * A field of the records at a number (104동 402호 접수번호), which is shown as after a question for them
 * alone. Null for any other question.
 */
async function showFieldAtPlace(question: string, office: OfficeData): Promise<Talk | null> {
  const [, place = '', field = ''] = placedField.exec(question.trim().replace(/[?？.!]{1,4}$/, '')) ?? []
  const { namesBook, books } = readQuestion(field, office)
  if (field === '' || casesPattern.test(field) || (namesBook && !books.includes('managers'))) return null
  const calls = await planReducedCalls(place, office)
  const isFound = calls.length > 0 && calls.every((call) => !call.isUnread && listGaps(call).length === 0)
  if (!isFound) return null
  const shown = (await showField(field, calls, office)) ?? explainMissingField(field.replace(/^.*(?= )/, ''), calls)
  if (!shown) return null
  return 'calls' in shown ? { text: question, calls: shown.calls } : { text: place, calls: null, gap: shown.gap }
}

const placedField = /^(.{0,40}(?<=[\d동 ])\d{2,4} ?호)(?:의|는|은)? ([^\d]{2,20})$/

async function continueTalk(said: string, last: Talk, office: OfficeData): Promise<Talk> {
  const { gap: _, refused: __, combination: ___, ...talk } = last
  const corrected = correctChange(said, talk.text, office)
  if (corrected !== null) return { text: corrected, calls: null, before: talk }
  const question = isUrgentAlone(said) ? `그중 ${said.trim()}` : readCorrection(said, office)
  const howTo = nameBookOfHowTo(question, talk, office)
  if (howTo !== null) return { text: howTo, calls: null, before: talk }
  // 승인해 줘: work that is done on a screen, and no condition.
  if (readDecision(question)) return { text: question, calls: null, before: talk }
  if (readUnsaidState(question) !== null) return { text: question, calls: null, before: talk }
  if (Array.isArray(readChanges(question, office)))
    return (await changeAtPlace(question, talk, office)) ?? { text: question, calls: null, before: talk }
  if (talk.calls !== null || isOfRecords(talk.text, office)) {
    const [, period] = comparison.exec(question.trim()) ?? []
    if (period !== undefined && readDays(period, office.today) !== null) {
      const other = await continueTalk(`${period}은`, talk, office)
      return await combineWith({ how: 'difference', count: 2, word: null }, { talk: other, text: other.text }, office)
    }
    const joining = readJoining(question)
    const combined = joining && (await combineWith(joining, { talk, text: `${talk.text} ${question}` }, office))
    if (combined && (combined.combination || joining.how !== 'sum' || joining.count !== null)) return combined
    const ofSubject = await keepSubject(question, talk, office)
    if (ofSubject !== null) return { text: ofSubject, calls: null, before: talk }
    const continued = question.length <= 30 ? await continueWithCalls(question, talk, office) : null
    if (continued) return continued
  }
  const text = await completeByValues(question, talk.text, office)
  const calls = text === question ? null : await keepBooks(question, { text, last: talk }, office)
  return { text, calls, before: talk }
}

/**
 * The calls of a question that a follow-up completes, if one of the books of the answer before
 * would vanish because it has no such record: it then has 0. Null if none would.
 */
async function keepBooks(
  question: string,
  { text, last }: { readonly text: string; readonly last: Talk },
  office: OfficeData,
): Promise<readonly ReducedCall[] | null> {
  if (!(last.calls !== null || isOfRecords(last.text, office)) || !isOfRecords(text, office)) return null
  if (readQuestion(question, office).namesBook) return null
  const listBooks = (calls: readonly ReducedCall[]) => new Set(calls.map(({ call }) => resolveCollection(call)))
  const before = listBooks(last.calls ?? (await planReducedCalls(last.text, office)))
  if (before.size < 2) return null
  const found = listBooks(await planReducedCalls(text, office))
  const isPart = found.size > 0 && found.size < before.size && [...found].every((book) => before.has(book))
  return isPart ? await planReducedCalls(text, office, before) : null
}

async function continueWithCalls(question: string, talk: Talk, office: OfficeData): Promise<Talk | null> {
  const calls = talk.calls ?? (await planReducedCalls(talk.text, office))
  const picked =
    (await pickFirstGroup(question, calls, office)) ??
    (await pickSimilar(question, calls, office)) ??
    (await pickRecord(question, await findList(talk, calls, office), office))
  if (picked && 'gap' in picked) return { ...talk, gap: picked.gap }
  if (picked) {
    const single = { text: `${talk.text} ${question}`, calls: picked.calls, before: talk }
    return picked.rest === '' ? single : ((await continueWithCalls(picked.rest, single, office)) ?? single)
  }
  const continued = await continueCalls(question, { calls, isContinued: talk.calls !== null }, office)
  if (!continued) return null
  if ('gap' in continued) return { ...talk, gap: continued.gap }
  if (continued.isRefused) return { ...talk, refused: continued.calls }
  return { text: `${talk.text} ${readFollowUp(question) ?? question}`, calls: continued.calls, before: talk }
}

/** How something is done with the records of the talk: 새 문의, then 어떻게 처리해. */
function nameBookOfHowTo(question: string, { text, calls }: Talk, office: OfficeData): string | null {
  if (!/^(?:그럼 )?\S{0,8}(?:어떻게|려면|하는 ?법|방법)/.test(question) || findAskedGuide(question) !== null)
    return null
  const [reduced] = calls ?? []
  const [book] = reduced ? [resolveCollection(reduced.call)] : readQuestion(text, office).books
  const noun = book === undefined ? undefined : bookNouns[book]
  const named = noun === undefined || readQuestion(question, office).namesBook ? null : `${noun} ${question}`
  const guide = named === null ? null : findAskedGuide(named)
  return guide?.isOfficeWork && guide.kind === 'how-to' ? named : null
}

/** A change of one record of the list, by its place: 첫번째 거 완료로 바꿔줘. */
async function changeAtPlace(question: string, talk: Talk, office: OfficeData): Promise<Talk | null> {
  const isOfList = talk.calls !== null || isOfRecords(talk.text, office)
  const calls = isOfList ? (talk.calls ?? (await planReducedCalls(talk.text, office))) : []
  const picked = await pickRecord(question, await findList(talk, calls, office), office)
  if (picked && 'gap' in picked) return { ...talk, gap: picked.gap }
  return picked && { text: picked.rest, calls: null, before: { text: question, calls: picked.calls, before: talk } }
}

/**
 * A correction of the question before it as the follow-up that it means: 아니 11월 and 10월 말고 11월 are
 * 11월은.
 */
function readCorrection(said: string, office: OfficeData): string {
  const plain = said.trim().replace(/[?？.!]{1,4}$/, '')
  const [, other] = otherBook.exec(plain) ?? []
  if (other !== undefined) return `${other}은`
  const { value } = correction.exec(plain)?.groups ?? {}
  if (value === undefined) return said
  const { measure, rest, namesBook, days, amount } = readQuestion(value, office)
  const isPlain = measure.kind === 'list' && measure.order === null && measure.groupWord === null
  const isCondition = namesBook || days.length > 0 || listLeftoverWords(rest).length > 0 || amount !== null
  const isState = !isCondition && caseBooks.some((book) => namesState(value, book, office))
  if (!isPlain || readModifier(value).isNarrowing || !(isCondition || isState))
    return /말고/.test(said) && !isPlain ? said : value
  return `${value.replace(/(?:으로|로|이요|이야|요)$/, '')}은`
}

const correction =
  /^(?:(?:아니|아냐|아니다|아뇨|아차|앗|아)[,.]? (?:(?:그게|그거) ?(?:아니라|말고) )?|(?!취소 )\S{2,8}(?: \S{2,4})? 말고 (?!다른|나머지|전부|모두|다 |몇|얼마|보여|알려))(?<value>\S.{0,20})$/

/** 아 공탁으로, 퀵으로요: the same of another book. */
const otherBook =
  /^(?:(?:아니|아냐|아니다|아뇨|아차|앗|아)[,.]? )?(등기|공탁|퀵|카드|문의|세대|휴가)(?: ?(?:사건|쪽|건))?(?:으로|로)(?:요)?$/

/** The list from which a record was picked, for the next one: 첫번째, then 두번째. */
async function findList(
  talk: Talk,
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<readonly ReducedCall[]> {
  const isPicked = calls.some(({ call }) =>
    call.input.filters.some(({ field, op }) => field === 'id' && op === 'equals'),
  )
  const { before } = talk
  if (!isPicked || !before) return calls
  return await findList(before, before.calls ?? (await planReducedCalls(before.text, office)), office)
}

/** The figures of the last answers together: 둘 합치면, 차이는. */
async function combineWith(
  joining: Joining,
  { talk, text }: { readonly talk: Talk; readonly text: string },
  office: OfficeData,
): Promise<Talk> {
  const turns: (readonly ReducedCall[])[] = []
  for (let turn: Talk | undefined = talk; turn && turns.length < maxChain; turn = turn.before)
    turns.push(turn.calls ?? (await planReducedCalls(turn.text, office)))
  const combination = joinTurns(joining, turns, text)
  return combination
    ? { ...talk, combination }
    : {
        ...talk,
        gap: '무엇과 무엇을 함께 물으시는지 알 수 없습니다. ‘지난달보다 이번 달 공탁 몇 건’처럼 함께 적어 주세요.',
      }
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

/** The books and conditions of the records before the last question; null if there were none. */
export async function describeTalk({ before }: Talk, office: OfficeData): Promise<string | null> {
  if (!before) return null
  const calls = before.calls ?? (isOfRecords(before.text, office) ? await planReducedCalls(before.text, office) : [])
  const found = calls.filter((reduced) => !reduced.isUnread && listGaps(reduced).length === 0)
  const described = found.map(({ call }) => {
    const collection = resolveCollection(call)
    const conditions = formatConditions(collection, toQuery({ sort: [], ...call.input, collection }))
    return `${getReadableLabel(collection)}${conditions === '' ? '' : `(${conditions})`}`
  })
  return described.length === 0 ? null : described.join(', ')
}

/** Whether the last question was about cases, which are due on a day. */
export async function hasDeadlines(talk: Talk, office: OfficeData): Promise<boolean> {
  if (talk.calls === null && !isOfRecords(talk.text, office)) return false
  const calls = talk.calls ?? (await planReducedCalls(talk.text, office))
  return calls.some(
    (reduced) =>
      !reduced.isUnread &&
      listGaps(reduced).length === 0 &&
      bookRules[resolveCollection(reduced.call)].deadline !== undefined,
  )
}

/** The records that a change without a name means: those of the list or the change before it. */
export async function findTalkedRecords(talk: Talk, office: OfficeData): Promise<readonly PlannedCall[]> {
  let { before } = talk
  while (before && before.calls === null) {
    const changes = readChanges(before.text, office)
    if (changes === null) break
    const named = Array.isArray(changes) ? await findChanged(changes, office) : []
    if (named.length > 0) return named
    ;({ before } = before)
  }
  const calls = before && (before.calls ?? (await planReducedCalls(before.text, office)))
  return (calls ?? []).flatMap((reduced) => (reduced.isUnread || listGaps(reduced).length > 0 ? [] : [reduced.call]))
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
