import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays, firstDay } from '#domain/dates/office-date.ts'
import { toInstantBounds } from '#domain/dates/office-moment.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import { filterEmpty, filterWithDay, filterWithText, findFieldByPath, isDay } from '../tools/record-question.ts'
import type { NamedBookField } from './field-words.ts'
import type { ParsedQuestion } from './read-question.ts'

/** Filters for what a question says about a named field: 입금 안 된, 미입금, 공탁번호 없는; 입금된; 수용개시일이 지난. */
export function detectPresence(
  { question, today }: { question: string; today: string },
  collection: CollectionName,
  { at, end, path, word }: NamedBookField,
): Filter[] {
  const kind = findFieldByPath(collection, path)?.kind
  if (kind === 'enum' || kind === undefined) return []
  const after = question.slice(end)
  if (/(?:미|아직\s*안|안\s)$/.test(question.slice(0, at)) || noneAfter.test(after)) return [filterEmpty(path)]
  if (kind === 'won' || kind === 'number') return []
  if (pastAfter.test(after)) return detectOverdue(collection, path, today)
  const isDone = /(?:된|한)$/.test(word) || doneAfter.test(after)
  if (!isDone) return []
  if (isDay(collection, path)) return [filterWithDay(path)]
  return kind === 'text' && /^(?:\s*(?:이|가|도))?\s*(?:(?:끼어|적혀|들어)\s*)?(?:있는|낀|적힌)/.test(after)
    ? [filterWithText(path)]
    : []
}

/** 신탁 사건: cases that have a value in the field. */
export function asksForPresence(
  { question, rest }: ParsedQuestion,
  collection: CollectionName,
  { at, end, path }: NamedBookField,
): boolean {
  const field = findFieldByPath(collection, path)
  const isAlone =
    /^\s*(?:등기\s*)?(?:사건|건(?=\s|은|이|만))/.test(question.slice(end)) && !/\S\s?$/.test(rest.slice(0, at))
  return field?.kind === 'text' && field.isPerson !== true && isAlone
}

const done = '(?:\\s*(?:발행|수령|접수|청구|발송|입력|등록|작성|납부|처리))?'
const particle = '(?:\\s*(?:이|가|은|는|을|를|도|에|만|까지))?'

const noneAfter = new RegExp(
  `^(?:\\s*일자?)?${particle}(?:\\s*아직)?${done}${particle}(?:\\s*아직)?\\s*(?:안\\s*(?:된|한|됐|되|들어|받|나온|나왔|적|했|함|하|끝|끊|보낸|보냈|보내|발행|준|쓴|왔|온)|없(?:는|이|음|나|어)|못\\s*(?:받|한|하)|되지\\s*않|하지\\s*않|들어오지\\s*않|받지\\s*(?:않|못)|비어|빈|미정|누락|전인|미(?:발행|수령|접수|청구|발송|입력|등록|작성|납부|처리|교부|제출))`,
)
const doneAfter = new RegExp(
  `^(?:\\s*일자?)?${particle}${done}${particle}\\s*(?:된|완료|(?:(?:끼어|적혀|들어)\\s*)?있는|적힌|들어온|받은|받았|한\\s|했|나온|나왔|끝난|끝났|됐|들어갔|왔는데|왔고|끊었|끊은|해\\s*(?:놓|두|뒀))`,
)

const pastAfter = /^\s*(?:일자?(?:이|가|을|를|은)?\s*|(?:이|가|을|를|은)\s*)?(?:이미\s*)?(?:지난|지났|넘은|넘긴|경과)/

/** A passed due day only counts cases that are still open, like the deadline banner. */
function detectOverdue(collection: CollectionName, path: string, today: string): Filter[] {
  if (!isDay(collection, path)) return []
  const overdue = createDayRangeFilters(collection, path, { from: null, to: addDays(today, -1) })
  const isDue = bookRules[collection].deadline?.day === path
  return [...overdue, ...(isDue ? createDeadlineFilters(collection, { today, hasDays: true }) : [])]
}

/**
 * Records whose day is in a range (`YYYY-MM-DD`, both included; null leaves a side open). Leave
 * counts when it overlaps the range.
 */
export function createDayRangeFilters(
  collection: CollectionName,
  path: string,
  { from, to }: { from: string | null; to: string | null },
): Filter[] {
  if (collection === 'leave-requests' && path === 'startDate')
    return [
      ...(to === null ? [] : [{ op: 'between' as const, field: 'startDate', from: firstDay, to }]),
      ...(from === null ? [] : [{ op: 'between' as const, field: 'endDate', from, to: null }]),
    ]
  const isInstant = findFieldByPath(collection, path)?.kind === 'datetime'
  const range = isInstant ? toInstantBounds(from ?? '', to ?? '') : { from: from ?? firstDay, to }
  return [{ op: 'between', field: path, ...range }]
}
