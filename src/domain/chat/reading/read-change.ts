import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { parseWon } from '#domain/money/won.ts'
import type { OfficeData } from '../knowledge.ts'
import { findChangeableField } from '../tools/propose-change.ts'
import { blankOut } from './blank-out.ts'
import { bookWords, caseBooks, casesPattern } from './book-words.ts'
import { defaultFields } from './default-fields.ts'
import { buildFlexiblePattern } from './field-words.ts'
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
  /** The rest of the question. */
  readonly rest: string
}

/**
 * Reads a requested change: 김철수 공탁 사건을 완료로 바꿔 줘, 입금일을 오늘로 적어 줘, 비고에 “…”라고 남겨 줘. One for each
 * book that it may mean; null when none is requested.
 */
export function readChanges(input: string, office: OfficeData): readonly RequestedChange[] | 'unclear' | null {
  const question = input.normalize('NFC').replace(/[\n\t]/g, ' ')
  const verb = changeVerb.exec(question)
  if (!verb) return null
  const before = question.slice(0, verb.index)
  // 공문 어떻게 써: asks how something is done.
  if (/(?:어떻게|어디(?:서|에서|에다?|로)?)\s*$/.test(before)) return null
  const { rest, books } = extractBooks(before)
  const changes = books.flatMap((collection) => {
    const change =
      readNote(rest, { collection, office, verb: verb[0] }) ??
      readState(rest, collection, office) ??
      readManager(rest, collection, office) ??
      readAmount(rest, { collection, office, verb: verb[0] }) ??
      readDay(rest, { collection, office, verb: verb[0] })
    return change ? [{ ...change, collection }] : []
  })
  return changes.length > 0 ? changes : 'unclear'
}

const changeVerb =
  /(?:바꿔|변경해|변경|수정해|고쳐|처리해|적어|남겨|써|추가해|기록해|입력해|넣어|설정해|표시해|비워|지워|없애|돌려)(?:\s*놔)?(?:\s*(?:줘요?|주세요|줄래요?|주라|라|둬|부탁[가-힣]*|해))?(?:\s*[.!])?\s*$/

type ChangeWithoutBook = Omit<RequestedChange, 'collection'>

function extractBooks(question: string): { rest: string; books: readonly CollectionName[] } {
  let rest = question
  const books: CollectionName[] = []
  for (const { collection, pattern } of bookWords) {
    const match = pattern.exec(rest)
    // 공탁번호 and 등기접수일 are fields.
    if (
      !match ||
      /^\S*(?:일|번호|금액|자)(?:을|를|은|는)?(?:\s|$)/.test(
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
function readManager(question: string, collection: CollectionName, office: OfficeData): ChangeWithoutBook | null {
  const path = defaultFields[collection]?.person
  const field = path === undefined ? null : findChangeableField(office, collection, path)
  const match = /(?<![가-힣])담당자?(?:을|를|은|는)?\s+([가-힣]{2,5}?(?:\s[가-힣]{2,3}?)?)(?:으로|로)\s*$/.exec(
    question,
  )
  if (field?.kind !== 'text' || !match) return null
  return { field, value: match[1] ?? null, isAppended: false, rest: question.slice(0, match.index) }
}

/** An amount for the named field next to it: 보수료를 40만원으로. */
function readAmount(
  question: string,
  { collection, office, verb }: { collection: CollectionName; office: OfficeData; verb: string },
): ChangeWithoutBook | null {
  const amount = /(?<![\d,.])\d[\d,.\s조억만천백십]{0,30}원?(?=(?:정도)?(?:으로|로)?\s*$)/.exec(question)
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

/** A named day for a named field. */
function readDay(
  question: string,
  { collection, office, verb }: { collection: CollectionName; office: OfficeData; verb: string },
): ChangeWithoutBook | null {
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
        rest: rest.replace(/(^|\s)(?:으로|로|자로)(?=\s|$)/g, ' '),
      }
  }
  return null
}

/** The text to write in a field: 비고에 “등기필증 우편 발송”이라고 적어 줘. */
function readNote(
  question: string,
  { collection, office, verb }: { collection: CollectionName; office: OfficeData; verb: string },
): ChangeWithoutBook | null {
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
