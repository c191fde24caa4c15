import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import {
  createAnyDayFilter,
  createAnyTextFilter,
  createEmptyFilter,
  findFieldByPath,
  isDay,
} from '../record-filters.ts'
import { anyOf } from './any-of.ts'
import { createDayRangeFilters } from './day-filters.ts'
import type { NamedBookField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'

/** Filters for what a question says about a named field: 입금 안 된, 미입금, 공탁번호 없는; 입금된; 수용개시일이 지난. */
export function createPresenceFilters(
  { text, today }: { text: string; today: string },
  collection: CollectionName,
  { at, end, path, word }: NamedBookField,
): Filter[] {
  const kind = findFieldByPath(collection, path)?.kind
  if (kind === 'enum' || kind === undefined) return []
  const after = text.slice(end)
  if (emptyBefore.test(text.slice(0, at)) || emptyAfter.test(after)) return [createEmptyFilter(path)]
  if (kind === 'won' || kind === 'number') return []
  if (passedAfter.test(after)) return createOverdueFilters(collection, path, today)
  const isFilled = /(?:된|한)$/.test(word) || filledAfter.test(after)
  if (!isFilled) return []
  if (isDay(collection, path)) return [createAnyDayFilter(path)]
  return kind === 'text' && textAfter.test(after) ? [createAnyTextFilter(path)] : []
}

/** Whether the question asks for cases that have a value in the field: 신탁 사건. */
export function asksForPresence(
  { text, rest }: ParsedQuestion,
  collection: CollectionName,
  { at, end, path }: NamedBookField,
): boolean {
  const field = findFieldByPath(collection, path)
  const isAlone =
    /^\s*(?:등기\s*)?(?:사건|건(?=\s|은|이|만))/.test(text.slice(end)) && !/\S\s?$/.test(rest.slice(0, at))
  return field?.kind === 'text' && field.isPerson !== true && isAlone
}

/** Nouns that may come between a field's name and the phrase: 세금계산서 발행 안 된. */
const acts = ['발행', '수령', '접수', '청구', '발송', '입력', '등록', '작성', '납부', '처리']
const optionalAct = `(?:\\s*${anyOf(acts)})?`
const optionalParticle = String.raw`(?:\s*(?:이|가|은|는|을|를|도|에|만|까지))?`
const optionalYet = String.raw`(?:\s*아직)?`
/** The name of a day field is also read without 일: 입금 and 입금일. */
const optionalDay = String.raw`(?:\s*일자?)?`

/** Beginnings of the verbs after 안: 입금 안 된, 등기필증 안 나온. */
const verbsAfterNot = '된 한 됐 되 들어 받 나온 나왔 적 했 함 하 끝 끊 보낸 보냈 보내 발행 준 쓴 왔 온'.split(' ')

/** Phrases after the name of an empty field. */
const emptyPhrases = [
  String.raw`안\s*${anyOf(verbsAfterNot)}`,
  // 공탁번호 없는
  '없(?:는|이|음|나|어)',
  // 보수료 못 받은
  String.raw`못\s*(?:받|한|하)`,
  // 입금되지 않은, 돈이 들어오지 않은
  String.raw`(?:되|하|들어오)지\s*않`,
  // 세금계산서 받지 못한
  String.raw`받지\s*(?:않|못)`,
  // 비고 비어 있는, 접수일 미정, 등기필증 수령 전인
  '비어|빈|미정|누락|전인',
  // 등기필증 미교부
  `미${anyOf([...acts, '교부', '제출'])}`,
]

/** Phrases after the name of a filled field. */
const filledPhrases = [
  // 입금된, 접수 완료, 청구한
  String.raw`된|됐|완료|한\s|했`,
  // 비고에 적혀 있는
  String.raw`(?:(?:끼어|적혀|들어)\s*)?있는|적힌`,
  // 보수료 들어온, 계산서 받은, 등기필증 나온
  '들어온|들어갔|받은|받았|나온|나왔|왔는데|왔고',
  // 계산서 끊은, 등기 끝난
  '끊었|끊은|끝난|끝났',
  // 접수해 놓은
  String.raw`해\s*(?:놓|두|뒀)`,
]

const emptyAfter = new RegExp(
  `^${optionalDay}${optionalParticle}${optionalYet}${optionalAct}${optionalParticle}${optionalYet}\\s*${anyOf(emptyPhrases)}`,
)
const filledAfter = new RegExp(
  `^${optionalDay}${optionalParticle}${optionalAct}${optionalParticle}\\s*${anyOf(filledPhrases)}`,
)
/** Comes before the name of an empty field: 미입금, 아직 안 입금한. */
const emptyBefore = /(?:미|아직\s*안|안\s)$/

/** Comes after the name of a day in the past: 수용개시일이 지난, 예정일 이미 넘긴. */
const passedAfter = /^\s*(?:일자?(?:이|가|을|를|은)?\s*|(?:이|가|을|를|은)\s*)?(?:이미\s*)?(?:지난|지났|넘은|넘긴|경과)/

/** A text field is filled only after these: 근저당이 끼어 있는, 비고 적힌. */
const textAfter = /^(?:\s*(?:이|가|도))?\s*(?:(?:끼어|적혀|들어)\s*)?(?:있는|낀|적힌)/

/** A passed due day only counts cases that are still open, like the deadline banner. */
function createOverdueFilters(collection: CollectionName, path: string, today: string): Filter[] {
  if (!isDay(collection, path)) return []
  const overdue = createDayRangeFilters(collection, path, { from: null, to: addDays(today, -1) })
  const isDue = bookRules[collection].deadline?.day === path
  return [...overdue, ...(isDue ? createDeadlineFilters(collection, { today, hasDays: true }) : [])]
}
