import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { deliveryStatus } from '#contract/books/quick-delivery.ts'
import type { Filter, Sort } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'
import { bookRules } from '#domain/books/books.ts'
import { createReceivableFilters } from '#domain/deposit-cases/deposit-receivables.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import type { OfficeData } from '../knowledge.ts'
import { createAnyDayFilter, createAnyTextFilter, findFieldByPath, isDay } from '../record-filters.ts'
import { createAmountFilters, listSums } from './amount-fields.ts'
import { blankOut } from './blank-out.ts'
import { findEntryDay, findStateDayField, readDayFilters } from './day-filters.ts'
import { defaultFields } from './default-fields.ts'
import { findPhrase } from './field-phrases.ts'
import { asksForShare, createGroupFilters, detectGrouping, detectStateGrouping } from './grouping.ts'
import { type LeftoverWord, listLeftoverWords } from './leftover-words.ts'
import { asksForPresence, type Presence, readPresence } from './presence-filters.ts'
import { findAskedLabel, findLabelPath, type NamedBookField, type NamedField } from './read-fields.ts'
import type { ParsedQuestion } from './read-question.ts'
import { readStates } from './read-states.ts'
import { findMissingFields, findUnusedConditions, isName } from './unused-conditions.ts'

/** A question in terms of one book; its remaining words still have to be looked up in records. */
export interface BookQuery {
  readonly collection: CollectionName
  readonly filters: readonly Filter[]
  readonly sums: readonly string[]
  readonly grouping: Grouping | null
  /** What it says about fields, of which it may ask the share: 필증 안 나온 게 몇 프로. */
  readonly conditions: readonly Filter[]
  readonly sort: readonly Sort[]
  readonly words: readonly QuestionWord[]
  /** The named fields, whose values may be what is asked for. */
  readonly fieldsToShow: readonly string[]
  /**
   * Parts of the question this book cannot answer, as written: an amount or a grouping without a
   * field.
   */
  readonly unsupported: readonly string[]
  /** Conditions of the question, as written, that no field of this book can hold. */
  readonly unknown: readonly string[]
  /** Days of the question that its records don't have yet: 이번 달에 청구할. */
  readonly undated: readonly string[]
  /** What is not read of the question, every word at its position. */
  readonly rest: string
  /** Fields of other books whose names are searched here as words. */
  readonly restored: readonly NamedField[]
}

interface QuestionWord extends LeftoverWord {
  /** The field whose name is next to the word; null when there is none. */
  readonly path: string | null
  /** The word comes before the name of its field: 하늘산단 진입도로 구간. */
  readonly isBeforeField: boolean
  /** All but this: 소유권이전 빼고. */
  readonly isExcluded?: boolean
}

/**
 * Translates a parsed question into filters, sums, grouping and order of one book. What the book
 * has no field for goes to `unsupported`.
 */
export function readForBook(parsed: ParsedQuestion, collection: CollectionName, office: OfficeData): BookQuery {
  const { today } = office
  const fields = listBookFields(parsed, collection)
  const presences = readPresences(parsed, collection, { fields, today })
  const states = readStates(blankPhrases(parsed, presences), collection, today)
  const dayFilters = readDayFilters(parsed, collection, {
    fields,
    empty: new Map([...presences].filter(([, { isEmpty }]) => isEmpty)),
    today,
    stateDay: asksForShare(parsed) ? undefined : findStateDayField(collection, states.filters),
  })
  const isWhether = asksWhether(parsed, collection)
  const namedStates = isWhether ? [] : states.filters
  const presenceFilters = [...presences].flatMap(([field, { filters, plainFilters, isEmpty }]) =>
    dayFilters.used.has(field) || (isWhether && !isEmpty) ? [] : namedStates.length > 0 ? plainFilters : filters,
  )
  const sums = listSums(parsed, collection, fields)
  const missing = findMissingFields(parsed.text, parsed.fields, collection)
  const asked = findAskedLabel(collection, parsed.text)
  const labels = fields.map(({ path }) => findFieldByPath(collection, path)?.label ?? '')
  const unused = findUnusedConditions(parsed.text, blankFound(states.rest, parsed.text, missing), labels)
  const rest = restoreNames(unused.rest, parsed, collection)
  const words = assignWordsToFields({ rest, text: parsed.text }, collection, fields).filter(
    ({ word }) => findLabelPath(collection, word) === null,
  )
  const amounts = createAmountFilters(parsed, collection, fields)
  const grouping = detectStateGrouping(parsed, states.filters) ?? detectGrouping(parsed, collection, fields)
  const sort = resolveSort(parsed, collection, {
    fields: fields.filter((field) => !presences.get(field)?.isEmpty),
    sums,
    dayFilters: dayFilters.filters,
  })
  return {
    collection,
    filters: removeRedundant([
      ...(parsed.choice ? [parsed.choice] : []),
      ...dayFilters.filters,
      ...presenceFilters,
      ...fields
        .filter((field) => asksForPresence(parsed, collection, field))
        .map(({ path }) => createAnyTextFilter(path)),
      // 취소 몇 퍼센트: of all, so the other states stay in.
      ...(asksForShare(parsed) ? [] : namedStates),
      ...(isSpending(parsed, collection) && states.filters.length === 0 ? [spendingFilter] : []),
      ...(isAbsence(parsed, collection, states.filters) ? [plannedFilter] : []),
      ...amounts,
      ...(parsed.isAboutReceivables ? createUnpaidClaimFilters(dayFilters.filters, today) : []),
      ...(parsed.isAboutDeadlines
        ? createDeadlineFilters(collection, { today, hasDays: dayFilters.filters.length > 0 })
        : []),
      ...(grouping && parsed.measure.order !== null
        ? createGroupFilters(collection, grouping, dayFilters.filters)
        : []),
      ...(parsed.isOwnOnly ? createAskerFilters(collection, office) : []),
    ]),
    sums,
    grouping,
    conditions: [...presenceFilters, ...amounts],
    sort,
    words,
    unknown: [...new Set([...missing, ...unused.words])],
    undated: dayFilters.leftOut,
    rest,
    restored: listForeignNames(parsed, collection),
    fieldsToShow: [
      ...new Set([
        ...fields.map(({ path }) => path),
        // 그 문의 제목은: elsewhere in a question, such labels are too common to mean a field.
        ...(asked ? [asked.path] : []),
        ...listReasons(parsed, collection),
      ]),
    ],
    unsupported: [
      ...states.unsupported.concat(/그래프|차트/.exec(parsed.text) ?? []),
      ...(parsed.amount && amounts.length === 0 ? [parsed.amount.words] : []),
      ...(grouping === null && parsed.measure.groupWord !== null ? [nameGrouping(parsed.measure.groupWord)] : []),
      ...(grouping === null && parsed.measure.groupWord === null && parsed.measure.order !== null && sort.length === 0
        ? ['순서']
        : []),
    ],
  }
}

function listBookFields({ fields }: ParsedQuestion, collection: CollectionName): NamedBookField[] {
  return fields.flatMap((field) => {
    const path = field.paths.get(collection)
    return path === undefined ? [] : [{ ...field, path }]
  })
}

/** Restores the fields of other books, which are words to search in this one: 등기소로 보낸 퀵. */
function restoreNames(rest: string, parsed: ParsedQuestion, collection: CollectionName): string {
  return listForeignNames(parsed, collection).reduce(
    (restored, { at, end }) => restored.slice(0, at) + parsed.text.slice(at, end) + restored.slice(end),
    rest,
  )
}

function listForeignNames({ text, fields }: ParsedQuestion, collection: CollectionName): NamedField[] {
  return fields.filter(
    (field) =>
      !field.paths.has(collection) &&
      isName(field) &&
      findPhrase(text, field) === null &&
      !/^\s*별/.test(text.slice(field.end)),
  )
}

/** The notes, which may hold the reason: 왜 반려됐어. */
function listReasons({ text }: ParsedQuestion, collection: CollectionName): string[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  return /왜|이유|사유/.test(text)
    ? fields.flatMap(({ key, label }) => (/비고|메모|의견/.test(label) ? [key] : []))
    : []
}

function nameGrouping(word: string): string {
  if (/^(?:누가|누구|사람)/.test(word)) return '사람별'
  return /^(?:어디|곳|데)$/.test(word) ? '장소별' : `${word}별`
}

/**
 * Whether it asks how far a named record is (오하람 공탁 끝났어?), which shows the record with its state
 * and days, not only the records that are so far.
 */
function asksWhether({ text, rest, measure, days }: ParsedQuestion, collection: CollectionName): boolean {
  const isPlain = measure.kind === 'list' && measure.groupWord === null && measure.order === null
  const namesRecord = collection === 'leave-requests' || listLeftoverWords(rest).length > 0
  return (
    isPlain &&
    days.length === 0 &&
    namesRecord &&
    whetherEnding.test(text.trimEnd()) &&
    !/뭐|누구|언제|며칠|어떤|어느|어디|많이|있|왜|이유/.test(text)
  )
}

const whetherEnding = /[았었났됐했냈왔갔렸](?:어|어요|나|나요|니|냐|지|는지|을까|습니까|는가)$/

function blankFound(rest: string, text: string, found: readonly string[]): string {
  return found.reduce((blanked, words) => blankOut(blanked, text.indexOf(words), words.length), rest)
}

/** What the question says about each of its fields. */
function readPresences(
  { text }: ParsedQuestion,
  collection: CollectionName,
  { fields, today }: { fields: readonly NamedBookField[]; today: string },
): ReadonlyMap<NamedBookField, Presence> {
  return new Map(
    fields.flatMap((field) => {
      const presence = readPresence({ text, today }, collection, field)
      return presence ? [[field, presence] as const] : []
    }),
  )
}

/** Blanks what the question says about its fields, as it is no state of the record: 접수 안 끝난. */
function blankPhrases(
  parsed: ParsedQuestion,
  presences: ReadonlyMap<NamedBookField, Presence>,
): { text: string; rest: string } {
  let { text, rest } = parsed
  for (const { from, to } of presences.values())
    [text, rest] = [blankOut(text, from, to - from), blankOut(rest, from, to - from)]
  return { text, rest }
}

/** Whether the question asks who is away, which excludes refused requests. */
function isAbsence({ text }: ParsedQuestion, collection: CollectionName, states: readonly Filter[]): boolean {
  return (
    collection === 'leave-requests' &&
    !states.some(({ field }) => field === 'state') &&
    /휴가자|휴가인|(?:휴가|반차|연차|병가)\s*(?:간|가는|중|쓴|쓰는|낸|쓸)|쉬는|누가|누구/.test(text)
  )
}

/** Whether the question is about deliveries. Top-ups of the balance count only when named: 퀵 충전. */
function isSpending({ text }: ParsedQuestion, collection: CollectionName): boolean {
  return collection === 'quick-deliveries' && !/충전|잔액|입출금|구분|종류|유형|상태/.test(text)
}

const spendingFilter: Filter = { op: 'equals', field: 'status', value: deliveryStatus }
/** A request that is not yet decided is leave, too; the answer shows its state. */
export const plannedFilter: Filter = { op: 'one_of', field: 'state', values: ['approved', 'pending'] }

/**
 * Filters for what is claimed and unpaid (미수금). An age in the question (90일 넘은) replaces the usual
 * bound of 비용청구일.
 */
function createUnpaidClaimFilters(dayFilters: readonly Filter[], today: string): Filter[] {
  const hasAge = dayFilters.some(({ field }) => field === 'cost_request_at')
  return createReceivableFilters({}, today).filter(({ field }) => !hasAge || field !== 'cost_request_at')
}

/** Filters for the records of the asker: 내 사건. */
function createAskerFilters(collection: CollectionName, { asker }: OfficeData): Filter[] {
  const path = defaultFields[collection]?.person
  return path === undefined ? [] : [{ op: 'contains', field: path, text: asker.name }]
}

function resolveSort(
  { text, measure, isAboutReceivables, isAboutDeadlines }: ParsedQuestion,
  collection: CollectionName,
  {
    fields,
    sums,
    dayFilters,
  }: { fields: readonly NamedBookField[]; sums: readonly string[]; dayFilters: readonly Filter[] },
): Sort[] {
  // 제일 급한 건: the next deadline, not the highest fee.
  if (
    isAboutDeadlines &&
    measure.order !== null &&
    !measure.isSortedByDay &&
    measure.groupWord === null &&
    sums.length === 0
  )
    return sortByDeadline(collection)
  if (measure.order === null && measure.kind === 'list' && measure.groupWord === null && !isAboutReceivables)
    return isAboutDeadlines ? sortByDeadline(collection) : sortByCondition(collection, dayFilters)
  if (measure.order === null || measure.groupWord !== null) return []
  const { day, amount } = defaultFields[collection] ?? {}
  const days = fields.filter(({ path }) => isDay(collection, path))
  // 접수된 공탁 예정일 순으로
  const ordering = days.filter(({ end }) => /^\s?순/.test(text.slice(end)))
  const dates = [...ordering, ...days].map(({ path }) => path)
  const date = isAboutReceivables
    ? (dates.find((path) => path !== 'deposit_at') ?? 'cost_request_at')
    : measure.isByEntry
      ? findEntryDay(collection)
      : (dates[0] ?? day)
  const path = measure.isSortedByDay ? date : (sums[0] ?? amount)
  return path === undefined ? [] : [{ field: path, direction: measure.order === 'largest' ? 'desc' : 'asc' }]
}

/** Sorts what is overdue first, then what is due next. */
function sortByDeadline(collection: CollectionName): Sort[] {
  const day = bookRules[collection].deadline?.day
  return day === undefined ? [] : [{ field: day, direction: 'asc' }]
}

/** Sorts by the days that the question names: 다음 주 수용개시 사건. */
function sortByCondition(collection: CollectionName, dayFilters: readonly Filter[]): Sort[] {
  const [only, second] = dayFilters
  if (!only || second || only.op !== 'between' || !isDay(collection, only.field)) return []
  const isOpenEnded = only.from === null || only.to === null
  return isOpenEnded || only.from === only.to ? [] : [{ field: only.field, direction: 'asc' }]
}

/** A word next to a field's name is searched in that field: 소유자 김철수. */
function assignWordsToFields(
  { rest, text }: { rest: string; text: string },
  collection: CollectionName,
  fields: readonly NamedBookField[],
): BookQuery['words'] {
  // 은행별 세대: the field is a grouping, and the next word no value of it.
  const texts = fields.filter(
    ({ path, end }) => findFieldByPath(collection, path)?.kind === 'text' && !/^\s*(?:별|마다)/.test(text.slice(end)),
  )
  const { named = [], owner } = defaultFields[collection] ?? {}
  return listLeftoverWords(rest).map((read) => {
    const end = read.at + read.typed.length
    const word = excludedAfter.test(text.slice(end)) ? { ...read, isExcluded: true } : read
    const fieldBefore = texts.find((field) => word.at - field.end >= 0 && word.at - field.end <= 3)
    // 오하람 공탁번호: the number is asked for and contains no name.
    const fieldAfter = texts.find(
      ({ at, path }) => at - end >= 0 && at - end <= 1 && (named.includes(path) || path === owner),
    )
    const direction = detectRole(word.typed, collection, { text, after: text.slice(end) })
    if (direction && !fieldBefore && !fieldAfter) return { ...word, path: direction, isBeforeField: false }
    return {
      ...word,
      path: (fieldBefore ?? fieldAfter)?.path ?? null,
      isBeforeField: !fieldBefore && fieldAfter !== undefined,
    }
  })
}

const excludedAfter = /^\s?(?:은|는|를|을|이|가)?\s?(?:빼고|뺀|제외|말고|아닌|아니고)/

/** The receiver or sender of a delivery (사무소로 온, 등기소에서 보낸), or who is to pay: 도로공사에 청구한. */
function detectRole(
  written: string,
  collection: CollectionName,
  { text, after }: { text: string; after: string },
): string | null {
  if (collection === 'deposit-cases')
    return /(?:에|에게|한테)$/.test(written) && text.includes('청구') ? 'deposit_name' : null
  if (collection !== 'quick-deliveries') return null
  // 박가온이 받은, 등기소 간
  if (/(?:으로|로|에게|한테|께)$/.test(written) || /^ ?받[은았]/.test(after)) return 'receiver'
  if (/[가-힣]{2}(?:소|과|실|청|원|점|공사|회사)$/.test(written) && /^ ?(?:간|갔던)(?=\s)/.test(after))
    return 'receiver'
  return /(?:에서|에게서|한테서)$/.test(written) || /^ ?보[낸냈]/.test(after) ? 'sender' : null
}

/** Removes duplicates, and "has a day" where another range of the field implies it. */
function removeRedundant(filters: readonly Filter[]): Filter[] {
  const all = [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()]
  const isAnyDay = (filter: Filter) => JSON.stringify(filter) === JSON.stringify(createAnyDayFilter(filter.field))
  return all.filter(
    (filter) =>
      !isAnyDay(filter) ||
      !all.some((other) => other !== filter && other.op === 'between' && other.field === filter.field),
  )
}
