import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { bookRules } from '#domain/books/books.ts'
import { parseWon } from '#domain/money/won.ts'
import type { OfficeData } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'
import { findChangeableField } from '../tools/propose-change.ts'
import { blankOut } from './blank-out.ts'
import { bookWords, caseBooks, casesPattern } from './book-words.ts'
import { defaultFields } from './default-fields.ts'
import { buildFlexiblePattern } from './field-words.ts'
import { listLeftoverWords } from './leftover-words.ts'
import { readDays } from './read-days.ts'
import { readFields } from './read-fields.ts'

/** A requested change: field, book, new value, and the remaining words that identify the record. */
export interface RequestedChange {
  readonly collection: CollectionName
  readonly field: Field
  /** Null empties the field. */
  readonly value: string | number | null
  /** The text is appended to the current value. */
  readonly isAppended: boolean
  /** The days to move the current day by, if no day is named: 사흘 미뤄 줘. */
  readonly days?: number
  /** The rest of the question. */
  readonly rest: string
}

/**
 * Reads a requested change: 김철수 공탁 사건을 완료로 바꿔 줘, 입금일을 오늘로 적어 줘, 비고에 “…”라고 남겨 줘. One for each
 * book that it may mean; null when none is requested.
 */
export function readChanges(input: string, office: OfficeData): readonly RequestedChange[] | 'unclear' | null {
  const question = nameAsker(
    input
      .normalize('NFC')
      .replace(/[\n\t]/g, ' ')
      .replace(/[.!~?？ㅠㅜ^]{1,5}$/, '')
      .trimEnd()
      .replace(valueLast, '$1 $3 $2'),
    office.asker.name,
  )
  if (readUnsaidState(question) !== null) return 'unclear'
  const clear = changeVerb.exec(question)
  const verb = clear ?? everydayVerb.exec(question) ?? valueAtEnd.exec(question)
  if (!verb && !/[?？]\s*$/.test(input)) return readReport(question, office)
  if (!verb) return null
  const before = question.slice(0, verb.index)
  // 공문 어떻게 써: asks how something is done.
  if (/(?:어떻게|어디(?:서|에서|에다?|다가?|로)?)\s*$/.test(before)) return null
  const { rest, books } = extractBooks(before)
  const changes = books.flatMap((collection) => {
    const context = { collection, office, verb: verb[0] }
    const change =
      readNote(rest, context) ??
      readState(rest, collection, office) ??
      readManager(rest, context) ??
      readAmount(rest, context) ??
      readDay(rest, context) ??
      readMovedDay(rest, context)
    return change ? [{ ...change, collection }] : []
  })
  if (changes.length > 0) return changes
  // 표로 해 줘 changes nothing: the verb alone is no request.
  const isDifference = /올려|내려|낮춰|깎아/.test(verb[0])
  const namesField =
    readFields(before).fields.length > 0 &&
    (isDifference || (/(?:으로|로)\s*$/.test(before) && !/(?:별|순|표|목록|식)(?:으로|로)\s*$/.test(before)))
  const namesState = /(?:완료|보류|취소|대기|종결)\s*$/.test(before)
  const namesReceiver =
    /(?:에게|한테|께)(?:로)?\s*(?:좀\s*)?$/.test(before) && /넘[겨기]|맡[겨기]|배정|인계/.test(verb[0])
  return clear || (verb[0] !== '' && (namesField || namesState || namesReceiver)) ? 'unclear' : null
}

/**
 * A wish to change a state without saying a state that the book has (보류 풀어줘, 진행으로), and what goes
 * before it; null for anything else.
 */
export function readUnsaidState(question: string): { readonly subject: string; readonly words: string } | null {
  const { subject = '', words } = unsaidState.exec(question.trim().replace(/[.!~]{1,5}$/, ''))?.groups ?? {}
  return words === undefined ? null : { subject: subject.trim(), words }
}

const unsaidState = new RegExp(
  String.raw`^(?<subject>.{0,60}?)(?<![가-힣])(?:상태를? ?)?(?<words>(?:보류|취소|완료|대기|종결)(?:된 ?(?:거|것|건))?[은는을를]? ?(?:좀 ?)?(?:풀어|풀자|해제|해지|해소)(?:해|시켜|하자)?(?: ?(?:줘요?|주세요|줄래|주라|부탁해요?))?|진행(?:중|상태)?으?로(?: ?(?:다시 ?)?(?:바꿔|바꾸자|변경|변경해|고쳐|해|돌려|처리해|옮겨)(?: ?(?:줘요?|주세요|줄래|놔))?)?)$`,
)

/** 담당자 바꿔줘 이나래 대리로: the new value after the verb. */
const valueLast =
  /^(.{1,60}?) ((?:바꿔|변경해|고쳐|수정해) ?(?:줘요?|주세요|줄래요?)),? ((?!표로|목록으로)[가-힣\d][가-힣\d ./-]{0,20}로)$/

/** The request with the name of the asker: 내가 맡을게, 담당 나로, 나한테 넘겨. */
function nameAsker(question: string, name: string): string {
  return question
    .replace(
      /(?<![가-힣])(?:내가|제가)\s*(?:맡|담당하|담당할|처리할|처리하)(?:을|겠|게|래|도록|아\s?볼게)[가-힣\s]*$/,
      `담당자를 ${name}으로 바꿔`,
    )
    .replace(/(?<=(?<![가-힣])담당자?[를을는은]? ?)(?:나|저|본인)(?=으?로(?:\s|$))/, ` ${name}`)
    .replace(/(?<![가-힣])(?:나|저)(?=(?:에게|한테)\s.*(?:넘[겨기]|맡[겨기]|배정))/, name)
}

/**
 * The two requests of a sentence, of which the chat proposes one at a time (처리중으로 하고 담당 나로): the
 * first one, and how to ask for the second one. Null if it is not two of them.
 */
export function splitChanges(
  question: string,
  office: OfficeData,
): { readonly first: readonly RequestedChange[]; readonly second: string } | null {
  const joint = /로(?= ?(?:하고|바꾸고|변경하고|고치고|해놓고) )/.exec(question)
  if (!joint) return null
  const head = question.slice(0, joint.index + 1).trim()
  const tail = question
    .slice(joint.index + 1)
    .replace(/^ ?\S{1,4}고 /, '')
    .trim()
  const first = readChanges(`${head} 바꿔 줘`, office)
  const subject = readFields(head.slice(0, head.lastIndexOf(' ') + 1))
    .rest.replace(/(?<![가-힣])상태(?:를|는)?(?=\s|$)/, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const second = `${subject} ${tail.replace(/[.!~]{1,5}$/, '')}${tail.trim().endsWith('로') ? ' 바꿔 줘' : ''}`
  const then = readChanges(second, office)
  return Array.isArray(first) && Array.isArray(then) && subject !== '' ? { first, second } : null
}

/** The field that a request is about, if the chat changes it in no book. */
export function findFixedField(question: string, office: OfficeData): string | null {
  const [field, second] = readFields(question).fields
  if (!field || second) return null
  const isChangeable = [...field.paths].some(([collection, path]) => findChangeableField(office, collection, path))
  const [named] = field.paths
  return isChangeable || !named ? null : (findFieldByPath(...named)?.label ?? null)
}

const please = String.raw`(?:\s*(?:줘요?|주세요|줄래요?|주라|주십시오|주실래요?|주시겠[가-힣]*|주시면\s?[가-힣]*|주실\s?수\s?있[가-힣]*|줄\s?수\s?있[가-힣]*|달라|라|둬|부탁[가-힣]*|드려요?|놓아\s*줘))`
const changeVerb = new RegExp(
  `(?:바꿔|변경해|변경|수정해|수정|고쳐|처리해|처리|적어|남겨|써|추가해|기록해|입력해|입력|넣어|설정해|표시해|체크해|찍어|비워|지워|없애|되돌려|돌려)(?:\\s*놔)?(?:${please}|\\s*해)?\\s*$`,
)
/**
 * Verbs that ask for a change if a field and its new value go before them: 오늘로 해 줘, 완료해 줘, 내일로 미뤄
 * 줘.
 */
const everydayVerb = new RegExp(
  `(?:(?<=(?:로|게|완료|보류|취소|대기|종결|조사중|감정중|승인|반려)\\s?(?:좀\\s?)?)(?:해|시켜|부탁[가-힣]*|해\\s?놔|가자)|미뤄|미루자|늦춰|연기해|연기|당겨|앞당겨|옮겨|잡아|맞춰|올려|내려|낮춰|깎아|정해|조정해|지정해|넘겨|넘기자|맡겨|맡기자|배정해|배정|인계해|걸어|채워)(?:${please}|\\s*해)?\\s*$`,
)
/** A new value at the end, without a verb: 김하나 입금일 오늘로. */
const valueAtEnd =
  /(?<=(?:오늘|어제|내일|모레|일|원|완료|보류|취소|대기|조사중|감정평가중|처리중|승인|반려)(?:자)?(?:으로|로))\s*$|(?<=\d[/.]\d{1,2}(?:일?자?)?로)\s*$|(?<=담당자?(?:를|는)?\s[가-힣]{2,5}(?:\s[가-힣]{2,3})?(?:으로|로))\s*$/

/** What happened on a day: 등기필증 오늘 받았어, 어제 입금됐음, 어제 수령. Without the day it may be a question. */
const reportVerb =
  /(?:받았|왔|들어왔|나왔|보냈|부쳤|끊었|청구했|발행했|발송했|접수했|접수됐|입금됐|입금했|수령했|됐|했)(?:어요?|습니다|음|다|네요?|대요?|지요?)\s*$|(?:수령|접수|입금|발송|발행|청구|도착)(?:함|됨|완료)?\s*$|받음\s*$/

/** A report about a named record, as the change of its day; null for anything else. */
function readReport(question: string, office: OfficeData): readonly RequestedChange[] | null {
  const verb = reportVerb.exec(question)
  if (!verb) return readBareAmount(question, office)
  if (/언제|누가|누구|얼마|몇|뭐|무엇|어디|어떻게|왜|혹시/.test(question)) return null
  // 어제 접수: the noun may be the field itself.
  const isNoun = /^(?:접수|입금|발송|발행|청구)/.test(verb[0])
  const { rest, books } = extractBooks(isNoun ? question : question.slice(0, verb.index))
  const changes = books.flatMap((collection) => {
    const change = readDay(rest, { collection, office, verb: verb[0] })
    const isReport = typeof change?.value === 'string' && readDays(rest, office.today) !== null
    return change && isReport && listLeftoverWords(change.rest).length > 0 ? [{ ...change, collection }] : []
  })
  return changes.length > 0 ? changes : null
}

/** A new amount of a named record, without a verb: 김하나 등기 보수료 35만원. */
function readBareAmount(question: string, office: OfficeData): readonly RequestedChange[] | null {
  // 20~30만원 is a range.
  if (!/\d\s?(?:만|천|백)?\s?원?$/.test(question) || /\d ?[가-힣]{0,2} ?~ ?\d/.test(question)) return null
  const { rest, books } = extractBooks(question)
  const changes = books.flatMap((collection) => {
    const change = readAmount(rest, { collection, office, verb: '' })
    return change && listLeftoverWords(change.rest).length > 0 ? [{ ...change, collection }] : []
  })
  return changes.length > 0 ? changes : null
}

type ChangeWithoutBook = Omit<RequestedChange, 'collection'>

interface ChangeContext {
  readonly collection: CollectionName
  readonly office: OfficeData
  /** The verb as written. */
  readonly verb: string
}

function extractBooks(question: string): { rest: string; books: readonly CollectionName[] } {
  let rest = question
  const books: CollectionName[] = []
  for (const { collection, pattern } of bookWords) {
    const match = pattern.exec(rest)
    // 공탁번호 and 등기접수일 are fields.
    if (
      !match ||
      /^(?!담당자)\S*(?:일|번호|금액|자)(?:을|를|은|는)?(?:\s|$)/.test(
        rest.slice(match.index + match[0].length).replace(/^[이가은는을를의]/, ''),
      )
    )
      continue
    books.push(collection)
    rest = blankOut(rest, match.index, match[0].length)
  }
  const cases = casesPattern.exec(rest)
  if (cases) rest = blankOut(rest, cases.index, cases[0].length)
  if (books.length > 0) return { rest, books }
  // 윤하람 등기 사흘 미뤄 줘: not one of the fields that begin with it.
  const registration = /(?<![가-힣])등기(?=\s+(?!접수|예정|필증|목적|우편)|$)/.exec(rest)
  if (registration) return { rest: blankOut(rest, registration.index, 2), books: ['real-estate'] }
  return { rest, books: cases ? caseBooks : [...caseBooks, 'inquiries'] }
}

/** A state of the book as the new value: 완료로. */
function readState(question: string, collection: CollectionName, office: OfficeData): ChangeWithoutBook | null {
  for (const { key } of getBook(collection).fields) {
    const field = findChangeableField(office, collection, key)
    if (field?.kind !== 'enum') continue
    for (const { value, label } of (field.choices ?? []).toSorted((a, b) => b.label.length - a.label.length)) {
      const match = new RegExp(`${buildFlexiblePattern(label)}(?:\\s*상태)?(?:\\s*(?:으로|로))?\\s*$`).exec(question)
      if (!match) continue
      const named = new RegExp(`(?:${buildFlexiblePattern(field.label)}|진행\\s*상황)\\s*(?:을|를|은|는)?`)
      const rest = blankOut(question, match.index, match[0].length).replace(named, ' ')
      return { field, value, isAppended: false, rest }
    }
  }
  return null
}

/** The name between the field and the end: 담당자를 이정아로. */
function readManager(question: string, { collection, office, verb }: ChangeContext): ChangeWithoutBook | null {
  const path = defaultFields[collection]?.person
  const field = path === undefined ? null : findChangeableField(office, collection, path)
  const match =
    /(?<![가-힣])담당자?(?:을|를|은|는)?\s+([가-힣]{2,5}?(?:\s[가-힣]{2,3}?)?)(?:으로|로)\s*$/.exec(question) ??
    // 이나래한테 넘겨, 이나래로 넘겨
    /(?<![가-힣])([가-힣]{2,4}(?: [가-힣]{2,3})?)(?:에게|한테|께)(?:로)? ?(?:좀 ?)?$/.exec(question) ??
    (/넘[겨기]|맡[겨기]|배정|인계/.test(verb)
      ? /(?<![가-힣])([가-힣]{2,4}?)(?:으로|로) ?(?:좀 ?)?$/.exec(question)
      : null)
  if (field?.kind !== 'text' || !match) return null
  return { field, value: match[1] ?? null, isAppended: false, rest: question.slice(0, match.index) }
}

/** An amount for the named field next to it: 보수료를 40만원으로. */
function readAmount(question: string, { collection, office, verb }: ChangeContext): ChangeWithoutBook | null {
  // 5만원 올려 줘 names no new amount, only a difference.
  const isDifference = /올려|내려|낮춰|깎아/.test(verb) && !/로\s*(?:좀\s*)?$/.test(question)
  const amount = isDifference
    ? null
    : /(?<![\d,.])\d[\d,.\s조억만천백십]{0,30}원?(?=(?:정도)?(?:으로|로)?\s*$)/.exec(question)
  const { fields, rest } = readFields(
    amount ? blankOut(question, amount.index, question.length - amount.index) : question,
  )
  for (const { paths } of fields.toReversed()) {
    const path = paths.get(collection)
    const field = path === undefined ? null : findChangeableField(office, collection, path)
    if (field?.kind !== 'won') continue
    if (/비워|지워|없애/.test(verb)) return { field, value: null, isAppended: false, rest }
    const read = amount ? parseWon(amount[0]) : null
    if (read?.ok && read.value !== null) return { field, value: read.value, isAppended: false, rest }
  }
  return null
}

/** Moves the named day, or the one that the book calls its deadline: 등기예정일 사흘 미뤄 줘. */
function readMovedDay(question: string, { collection, office, verb }: ChangeContext): ChangeWithoutBook | null {
  if (!/미뤄|미루|늦춰|연기|당겨/.test(verb)) return null
  const { fields, rest } = readFields(question)
  const path =
    fields.map(({ paths }) => paths.get(collection)).find((named) => named !== undefined) ??
    (fields.length === 0 ? bookRules[collection].deadline?.day : undefined)
  const field = path === undefined ? null : findChangeableField(office, collection, path)
  if (field?.kind !== 'date') return null
  const days = readDays(rest, office.today)
  if (days && days.range.from !== null && days.range.from === days.range.to)
    return { field, value: days.range.from, isAppended: false, rest: dropParticle(days.rest) }
  const length =
    /(\d{1,3}|하루|이틀|사흘|나흘|닷새|열흘|보름|일주일|한|두|세) ?(일|주일?)? ?(?:만|정도|쯤|씩|뒤로|더)?(?: ?만)?$/.exec(
      rest.trimEnd(),
    )
  const count = length ? countDays(length[1] ?? '', length[2]) : null
  if (!length || count === null) return null
  const sign = /당겨/.test(verb) ? -1 : 1
  return { field, value: null, isAppended: false, days: sign * count, rest: rest.slice(0, length.index) }
}

function countDays(number: string, unit: string | undefined): number | null {
  const named = { 하루: 1, 이틀: 2, 사흘: 3, 나흘: 4, 닷새: 5, 일주일: 7, 열흘: 10, 보름: 15 }[number]
  if (named !== undefined) return named
  const count = { 한: 1, 두: 2, 세: 3 }[number] ?? Number(number)
  return unit === undefined ? null : unit === '일' ? count : count * 7
}

function dropParticle(rest: string): string {
  return rest.replace(/(^|\s)(?:으로|로|자로)(?=\s|$)/g, ' ')
}

/** A named day for a named field. */
function readDay(question: string, { collection, office, verb }: ChangeContext): ChangeWithoutBook | null {
  const days = readDays(question, office.today)
  const { fields, rest } = readFields(days?.rest ?? question)
  for (const { paths } of fields) {
    const path = paths.get(collection)
    const field = path === undefined ? null : findChangeableField(office, collection, path)
    if (field?.kind !== 'date') continue
    if (/비워|지워|없애/.test(verb)) return { field, value: null, isAppended: false, rest }
    if (days && days.range.from !== null && days.range.from === days.range.to)
      return {
        field,
        value: days.range.from,
        isAppended: false,
        rest: dropParticle(rest),
      }
    // 입금 처리해 줘: today.
    if (!days && /처리|체크|표시|찍어/.test(verb)) return { field, value: office.today, isAppended: false, rest }
  }
  return null
}

/** The text to write in a field: 비고에 “등기필증 우편 발송”이라고 적어 줘. */
function readNote(question: string, { collection, office, verb }: ChangeContext): ChangeWithoutBook | null {
  const field = ['notes', 'note', 'memo']
    .map((key) => findChangeableField(office, collection, key))
    .find((candidate) => candidate !== null)
  const named = /(?:비고|메모|특이\s*사항)\s*(?:란)?\s*(에|를|을)?\s*/.exec(question)
  if (!field || !named) return null
  if (/비워|지워|없애/.test(verb))
    return { field, value: null, isAppended: false, rest: blankOut(question, named.index, named[0].length) }
  const start = named.index + named[0].length
  const text = question
    .slice(start)
    .trim()
    .replace(/^["“‘'](.*?)["”’'](?:\s*(?:이?라고|로|을|를))?\s*$/s, '$1')
    .trimEnd()
    .replace(/이?라고$/, '')
    .trimEnd()
  return text === ''
    ? null
    : { field, value: text, isAppended: named[1] === '에', rest: question.slice(0, named.index) }
}
