import type { CollectionName } from '#contract/books/collections.ts'
import { deliveryStatus } from '#contract/books/quick-delivery.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { Filter, Sort } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { createReceivableFilters } from '#domain/deposit-cases/deposit-receivables.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import type { OfficeData } from '../knowledge.ts'
import { filterWithDay, filterWithText, findFieldByPath, isDay } from '../tools/record-question.ts'
import { defaultFields } from './book-words.ts'
import { findLabelPath, type NamedBookField } from './field-words.ts'
import { type LeftoverWord, listLeftoverWords } from './leftover-words.ts'
import { asksForPresence, createDayRangeFilters, detectPresence } from './presence-filters.ts'
import type { ParsedQuestion } from './read-question.ts'
import { readStates } from './state-words.ts'

/** A question in terms of one book; its remaining words still have to be looked up in records. */
export interface BookQuestion {
  readonly collection: CollectionName
  readonly filters: readonly Filter[]
  readonly sums: readonly string[]
  readonly by: Grouping | null
  readonly sort: readonly Sort[]
  readonly words: readonly QuestionWord[]
  /** The named fields, whose values may be what is asked for. */
  readonly shown: readonly string[]
  /**
   * Parts of the question this book cannot answer, as written: an amount or a grouping without a
   * field.
   */
  readonly unsupported: readonly string[]
}

interface QuestionWord extends LeftoverWord {
  /** The field whose name is next to the word. */
  readonly path: string | null
  /** The field's name follows the word: 하늘산단 진입도로 구간. */
  readonly isBefore: boolean
}

export function readForBook(reading: ParsedQuestion, collection: CollectionName, office: OfficeData): BookQuestion {
  const { today } = office
  const states = readStates(reading, collection, today)
  const fields = reading.fields.flatMap((field) => {
    const path = field.paths.get(collection)
    return path === undefined ? [] : [{ ...field, path }]
  })
  const dayFilters = readDayFilters(reading, collection, {
    fields,
    today,
    stateDay: findStateDayField(collection, states.filters),
  })
  const presenceFilters = fields.flatMap((field) =>
    dayFilters.used.has(field) ? [] : detectPresence({ question: reading.question, today }, collection, field),
  )
  const sums = listSums(reading, collection, fields)
  const lastLabel = listLastLabel(reading.question, collection)
  const words = assignWordsToFields(states.rest, collection, fields).filter(
    ({ word }) => !lastLabel.includes(findLabelPath(collection, word) ?? ''),
  )
  const amounts = createAmountFilters(reading, collection, fields)
  const by = detectStateGrouping(reading, states.filters) ?? detectGrouping(reading, collection, fields)
  const sort = resolveSort(reading, collection, { fields, sums })
  return {
    collection,
    filters: removeRedundant([
      ...dayFilters.filters,
      ...presenceFilters,
      ...fields.filter((field) => asksForPresence(reading, collection, field)).map(({ path }) => filterWithText(path)),
      ...states.filters,
      ...(isSpending(reading, collection) && states.filters.length === 0 ? [spendingFilter] : []),
      ...(isAbsence(reading, collection) && !states.filters.some(({ field }) => field === 'state')
        ? [approvedFilter]
        : []),
      ...amounts,
      ...(reading.isAboutReceivables ? createClaimFilters(dayFilters.filters, today) : []),
      ...(reading.isAboutDeadlines
        ? createDeadlineFilters(collection, { today, hasDays: dayFilters.filters.length > 0 })
        : []),
      ...(by && reading.measure.order !== null ? requireGroup(collection, by, dayFilters.filters) : []),
      ...(reading.isOwnOnly ? filterByAsker(collection, office) : []),
    ]),
    sums,
    by,
    sort,
    words,
    shown: [...new Set([...fields.map(({ path }) => path), ...lastLabel])],
    unsupported: [
      ...(/그래프|차트/.exec(reading.question) ?? []),
      ...(reading.amounts && amounts.length === 0 ? [reading.amounts.words] : []),
      ...(by === null && reading.measure.by !== null ? [`${reading.measure.by}별`] : []),
      ...(by === null && reading.measure.order !== null && sort.length === 0 ? ['순서'] : []),
    ],
  }
}

/** 그 문의 제목은: a label too common to be read anywhere else is the last word of the question. */
function listLastLabel(question: string, collection: CollectionName): string[] {
  const words = question.trim().split(/\s+/)
  const path = [words.at(-1), words.slice(-2).join(' ')].map((text = '') => findLabelPath(collection, text))
  return path.filter((found) => found !== null)
}

/** The largest group must exist: leaves out records without a month, rider or section. */
function requireGroup(collection: CollectionName, { field, part }: Grouping, dayFilters: readonly Filter[]): Filter[] {
  if (part) return dayFilters.length === 0 ? [filterWithDay(field)] : []
  return findFieldByPath(collection, field)?.kind === 'text' ? [filterWithText(field)] : []
}

/** Whether the question asks who is away, which excludes refused requests. */
function isAbsence({ question }: ParsedQuestion, collection: CollectionName): boolean {
  return (
    collection === 'leave-requests' &&
    /휴가자|휴가인|(?:휴가|반차|연차|병가)\s*(?:간|가는|중|쓴|쓰는|낸|쓸)|쉬는|누가|누구/.test(question)
  )
}

/** 퀵 비용, 사용액: excludes top-ups of the balance. */
function isSpending({ question }: ParsedQuestion, collection: CollectionName): boolean {
  return (
    collection === 'quick-deliveries' && /사용|비용|요금|썼|쓴|퀵비|퀵\s*값|이용\s*(?:금액|액)|배송비/.test(question)
  )
}

const spendingFilter: Filter = { op: 'equals', field: 'status', value: deliveryStatus }
const approvedFilter: Filter = { op: 'equals', field: 'state', value: 'approved' }

function readDayFilters(
  { days, isAboutReceivables, isAboutDeadlines }: ParsedQuestion,
  collection: CollectionName,
  { fields, today, stateDay }: { fields: readonly NamedBookField[]; today: string; stateDay: string | undefined },
): { filters: Filter[]; used: ReadonlySet<NamedBookField> } {
  // Unpaid records have no day of payment.
  const dates = fields.filter(({ path }) => isDay(collection, path) && !(isAboutReceivables && path === 'deposit_at'))
  const used = new Set<NamedBookField>()
  const filters = days.flatMap(({ days: range, at }) => {
    const nearest = dates.filter((field) => !used.has(field)).toSorted((a, b) => distance(a, at) - distance(b, at))[0]
    if (nearest) used.add(nearest)
    const defaultDay = isAboutReceivables
      ? 'cost_request_at'
      : isAboutDeadlines
        ? bookRules[collection].deadline?.day
        : (stateDay ?? defaultFields[collection]?.day)
    const path = nearest?.path ?? defaultDay
    if (path === undefined) return []
    return createDayRangeFilters(collection, path, {
      from: resolveRelativeDay(range.from, today),
      to: resolveRelativeDay(range.to, today),
    })
  })
  return { filters, used }
}

/** 완료와 취소 각각 몇 건: groups by the named states. */
function detectStateGrouping({ question }: ParsedQuestion, states: readonly Filter[]): Grouping | null {
  const stateFilter = states.find(({ op }) => op === 'one_of')
  return stateFilter && /각각|씩/.test(question) ? { field: stateFilter.field } : null
}

/** 10월에 완료된: the days refer to the state's own day field. */
function findStateDayField(collection: CollectionName, states: readonly Filter[]): string | undefined {
  return states.find((state) => state.op === 'between' && isDay(collection, state.field))?.field
}

/** Converts `-30` to the day that many days before today. */
function resolveRelativeDay(day: string | null, today: string): string | null {
  return day?.startsWith('-') ? addDays(today, Number(day)) : day
}

/** A field after the days is likelier than one before them: 10월에 접수된. */
function distance({ at, end }: NamedBookField, dayAt: number): number {
  return at > dayAt ? at - dayAt : 3 * (dayAt - end) + 3
}

function createClaimFilters(dayFilters: readonly Filter[], today: string): Filter[] {
  const hasAge = dayFilters.some(({ field }) => field === 'cost_request_at')
  return createReceivableFilters({}, today).filter(({ field }) => !hasAge || field !== 'cost_request_at')
}

function filterByAsker(collection: CollectionName, { asker }: OfficeData): Filter[] {
  const path = defaultFields[collection]?.person
  return path === undefined ? [] : [{ op: 'contains', field: path, text: asker.name }]
}

const unknownAmount =
  /(?<![가-힣])(?!(?:총|청구)?(?:금액|총액|비용|합계)[이가은는을를\s])[가-힣]+(?:세|비|료|금|액)[이가은는을를]?\s*$/

function createAmountFilters(
  reading: ParsedQuestion,
  collection: CollectionName,
  fields: readonly NamedBookField[],
): Filter[] {
  const { amounts } = reading
  if (!amounts) return []
  const nearest = listAmountFields(collection, fields).toSorted(
    (a, b) => Math.abs(a.at - amounts.at) - Math.abs(b.at - amounts.at),
  )
  // 취득가액이 1억 이상: an amount of an unknown field is not applied to the default field.
  const isUnknownAmount = unknownAmount.test(reading.question.slice(0, amounts.at))
  const path = nearest[0]?.path ?? (isUnknownAmount ? undefined : defaultFields[collection]?.amount)
  return path === undefined ? [] : [{ op: 'between', field: path, ...amounts.amounts }]
}

function listAmountFields(collection: CollectionName, fields: readonly NamedBookField[]): NamedBookField[] {
  return fields.filter(({ path }) => ['won', 'number'].includes(findFieldByPath(collection, path)?.kind ?? ''))
}

function listSums(reading: ParsedQuestion, collection: CollectionName, fields: readonly NamedBookField[]): string[] {
  const { measure, question, isAboutReceivables } = reading
  const named = listAmountFields(collection, fields).map(({ path }) => path)
  const isCase = collection === 'deposit-cases' || collection === 'real-estate'
  const [addition] = named
  const { amount } = defaultFields[collection] ?? {}
  // 부가세 포함하면 얼마야: in addition to the fee.
  if (addition !== undefined && /포함/.test(question) && amount !== undefined) return [...new Set([amount, ...named])]
  if (addition !== undefined) return [...new Set(named)]
  if (isAboutReceivables) return measure.kind === 'count' ? [] : [...costKeys]
  if (
    isCase &&
    /비용|청구(?:한|된|할)?\s*(?:총\s*)?금?액|입금(?:된|한|받은)?\s*(?:총?액|금액|돈|합계)/.test(question) &&
    measure.kind !== 'count'
  )
    return [...costKeys]
  return (measure.kind === 'sum' || measure.kind === 'average') && amount !== undefined ? [amount] : []
}

function resolveSort(
  { measure, isAboutReceivables }: ParsedQuestion,
  collection: CollectionName,
  { fields, sums }: { fields: readonly NamedBookField[]; sums: readonly string[] },
): Sort[] {
  if (measure.order === null || measure.by !== null) return []
  const { day, amount } = defaultFields[collection] ?? {}
  const date =
    fields.find(({ path }) => isDay(collection, path))?.path ?? (isAboutReceivables ? 'cost_request_at' : day)
  const path = measure.isSortedByDay ? date : (sums[0] ?? amount)
  return path === undefined ? [] : [{ field: path, direction: measure.order === 'largest' ? 'desc' : 'asc' }]
}

/** A word next to a field's name is searched in that field: 소유자 김철수. */
function assignWordsToFields(
  rest: string,
  collection: CollectionName,
  fields: readonly NamedBookField[],
): BookQuestion['words'] {
  const texts = fields.filter(({ path }) => findFieldByPath(collection, path)?.kind === 'text')
  const named = defaultFields[collection]?.named ?? []
  return listLeftoverWords(rest).map((word) => {
    const end = word.at + word.typed.length
    const fieldBefore = texts.find((field) => word.at - field.end >= 0 && word.at - field.end <= 3)
    // 오하람 공탁번호: the number is asked for and contains no name.
    const fieldAfter = texts.find(({ at, path }) => at - end >= 0 && at - end <= 1 && named.includes(path))
    const direction = collection === 'quick-deliveries' ? detectDirection(word.typed) : null
    if (direction && !fieldBefore && !fieldAfter) return { ...word, path: direction, isBefore: false }
    return {
      ...word,
      path: (fieldBefore ?? fieldAfter)?.path ?? null,
      isBefore: !fieldBefore && fieldAfter !== undefined,
    }
  })
}

/** 사무소로 온, 등기소에서 보낸: the receiver or sender of a delivery. */
function detectDirection(written: string): string | null {
  if (/(?:으로|로|에게|한테|께)$/.test(written)) return 'receiver'
  return /(?:에서|에게서|한테서)$/.test(written) ? 'sender' : null
}

/** Removes duplicates, and "has a day" where another range of the field implies it. */
function removeRedundant(filters: readonly Filter[]): Filter[] {
  const all = [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()]
  const isAnyDay = ({ field }: Filter, filter: Filter) =>
    JSON.stringify(filter) === JSON.stringify(filterWithDay(field))
  return all.filter(
    (filter) =>
      !isAnyDay(filter, filter) ||
      !all.some((other) => other !== filter && other.op === 'between' && other.field === filter.field),
  )
}

/** How the question's figures are grouped; null when it names no grouping that the book has. */
function detectGrouping(
  { measure, question }: ParsedQuestion,
  collection: CollectionName,
  fields: readonly NamedBookField[],
): Grouping | null {
  const { by } = measure
  // 공탁자별, 소유자별: any named field followed by 별.
  const named = fields.find(({ end, path }) => /^(?:별|마다)/.test(question.slice(end)) && !isDay(collection, path))
  if (by === null) return named ? { field: named.path } : null
  const { day, person } = defaultFields[collection] ?? {}
  const date = fields.find(({ path }) => isDay(collection, path))?.path ?? day
  if (/^(?:월|달|매월|분기)$/.test(by)) return date === undefined ? null : { field: date, part: 'month' }
  if (/^(?:연도|년도|년|해)$/.test(by)) return date === undefined ? null : { field: date, part: 'year' }
  const wordPath =
    groupWords.find(({ words, paths }) => words.test(by) && paths[collection] !== undefined)?.paths[collection] ?? null
  if (wordPath) return { field: wordPath }
  return person !== undefined && /담당|누|사람|직원|신청자|기사|관리자/.test(by) ? { field: person } : null
}

const groupWords: readonly { words: RegExp; paths: Partial<Record<CollectionName, string>> }[] = [
  {
    words: /구간|현장|단지|그룹|공구|^곳$|^데$|^어디$/,
    paths: { 'deposit-cases': 'business_section', 'real-estate': 'group_id', 'real-estate-units': 'group_id' },
  },
  { words: /^(?:곳|데|어디)$/, paths: { 'quick-deliveries': 'receiver' } },
  {
    words: /상태|진행|율$|^몇/,
    paths: { 'deposit-cases': 'status', 'leave-requests': 'state', inquiries: 'state', 'quick-deliveries': 'status' },
  },
  { words: /소유자/, paths: { 'deposit-cases': 'owner_name', 'real-estate': 'owner' } },
  { words: /공탁자/, paths: { 'deposit-cases': 'deposit_name' } },
  { words: /목적/, paths: { 'deposit-cases': 'purpose', 'real-estate': 'purpose' } },
  { words: /지역/, paths: { 'real-estate': 'group_id.region' } },
  { words: /등기소|관할/, paths: { 'real-estate': 'group_id.office', 'deposit-cases': 'regi_office' } },
  { words: /신탁/, paths: { 'real-estate': 'group_id.trust_corporate_name' } },
  {
    words: /구분|종류|유형/,
    paths: { 'real-estate': 'group_id.type', 'leave-requests': 'type', 'quick-deliveries': 'status' },
  },
]
