import type { CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { firstDay } from '#domain/dates/office-date.ts'
import { createCaseStateFilters } from '#domain/real-estate/case-state.ts'
import { createDeadlineFilters } from '#domain/today/deadlines.ts'
import { isHowToQuestion } from './answer-how-to.ts'
import type { OfficeData } from './knowledge.ts'
import { buildCardCall } from './plan-card-call.ts'
import { countRecords, type PlannedCall, type ReducedCall, resolveCollection, toFind, toSum } from './planned-calls.ts'
import { readWonByHabit } from './reading/amount-fields.ts'
import { casesPattern } from './reading/book-words.ts'
import { createDayRangeFilters } from './reading/day-filters.ts'
import { defaultFields } from './reading/default-fields.ts'
import { listPathValues } from './reading/find-holders.ts'
import { readFollowUp, readModifier, topicEnding } from './reading/follow-up.ts'
import { asksForShare } from './reading/grouping.ts'
import { listLeftoverWords } from './reading/leftover-words.ts'
import { type BookQuery, plannedFilter, readForBook } from './reading/read-for-book.ts'
import { type ParsedQuestion, readQuestion } from './reading/read-question.ts'
import { readStates } from './reading/read-states.ts'
import { type ResolvedWords, resolveWords } from './reading/resolve-words.ts'
import { describeWonHabit, findUnaccountedWords } from './reading/unaccounted-words.ts'
import { createEmptyFilter, findFieldByPath, isDay } from './record-filters.ts'
import { type ContinuedCalls, explainMissingField, showField } from './show-field.ts'

const maxFollowUpLength = 24

/**
 * Applies a follow-up that names nothing but a field, conditions or a figure to the calls of the
 * answer before it. It replaces the field that is shown or added up, the figure, the days, and the
 * conditions on the same fields; everything else stays. Null if it is a question of its own.
 */
export async function continueCalls(
  question: string,
  { calls, isContinued }: { readonly calls: readonly ReducedCall[]; readonly isContinued: boolean },
  office: OfficeData,
): Promise<ContinuedCalls | null> {
  // 그 담당자 전화번호: the role stays.
  const text = (readFollowUp(question) ?? question).trim().replace(/^그 ?(?=(?:담당자|소유자|공탁자|기사) )/, '')
  if (text === '' || text.length > maxFollowUpLength) return null
  if (calls.length === 0 || calls.some(({ isUnread, others }) => isUnread || others !== undefined)) return null
  const urgent = isUrgentAlone(text) ? listUrgent(calls, office) : []
  if (urgent.length > 0) return { calls: urgent }
  const shown = await showField(text, calls, office)
  if (shown) return shown
  const narrowed = isHowToQuestion(text) ? null : await narrow(question, text, { calls, isContinued, office })
  return narrowed ?? explainMissingField(text, calls)
}

/** 제일 급한 거, 급한 것부터: of whatever was talked about. */
export function isUrgentAlone(question: string): boolean {
  return /^(?:(?:제일|가장|젤) ?)?(?:급한|시급한) ?(?:거|것|게|건|사건)(?:들|부터|만|은|는)?(?: ?(?:뭐|몇|보여|알려|순)[가-힣 ]{0,6})?[?？.!]?$/.test(
    question.trim(),
  )
}

/** The cases of these calls that are due, the next one first. Their own conditions stay. */
function listUrgent(calls: readonly ReducedCall[], { today }: OfficeData): readonly ReducedCall[] {
  return calls.flatMap(({ call, dropped }): ReducedCall[] => {
    const collection = resolveCollection(call)
    const day = bookRules[collection].deadline?.day
    if (day === undefined || call.tool === 'card_totals') return []
    const { filters } = call.input
    const due = createDeadlineFilters(collection, { today, hasDays: false }).filter(
      (filter) => !filters.some(({ field }) => field === filter.field),
    )
    const found = toFind({ ...call, input: { ...call.input, filters: [...filters, ...due] } } as PlannedCall, {})
    return [{ call: { ...found, input: { ...found.input, sort: [{ field: day, direction: 'asc' }] } }, dropped }]
  })
}

interface Context {
  readonly calls: readonly ReducedCall[]
  /** The calls are no longer those of a question in words. */
  readonly isContinued: boolean
  readonly office: OfficeData
}

async function narrow(
  question: string,
  text: string,
  { calls, isContinued, office }: Context,
): Promise<ContinuedCalls | null> {
  const said = text.replace(/[?？.!]{1,4}$/, '')
  const books = new Set(calls.map(({ call }) => resolveCollection(call)))
  const { words, isNarrowing } = await readPurpose(readModifier(said), books, office)
  const isMarked = isNarrowing || text !== question.trim()
  // 등기만: with an ending, the word may also begin another one.
  const parsed = readQuestion(words.replace(/^등기만$/, '등기'), office)
  const named = parsed.fields.filter(({ word }) => !/^(?:들어)?[온왔]/.test(word))
  const isOfOthers = named.length > 0 && named.every(({ paths }) => [...books].every((book) => !paths.has(book)))
  const isDated =
    parsed.days.length > 0 &&
    !parsed.fields.some(({ paths }) => isDayOf(paths, books)) &&
    !calls.every(({ call }) => hasSamePeriod(call, parsed, office)) &&
    // 올해 끝난 거: the state says which day.
    !(isNarrowing && [...books].every((book) => namesState(words, book, office)))
  // 누가 제일 오래 기다렸어: of these.
  const isOfOthersByDay = parsed.namesBook || parsed.fields.length > 0 || listLeftoverWords(parsed.rest).length > 0
  const isOther =
    (parsed.namesBook && !parsed.books.every((book) => books.has(book))) ||
    (parsed.choice === null && casesPattern.test(words.replace(/몇\s*건|건수/g, ''))) ||
    (isOfOthers && !isNarrowing) ||
    parsed.isAboutReceivables ||
    parsed.isAboutDeadlines ||
    parsed.isOwnOnly ||
    parsed.isComparison ||
    ((parsed.measure.isByEntry || (parsed.measure.isSortedByDay && !isNarrowing)) && isOfOthersByDay) ||
    ((isDated || parsed.measure.groupWord !== null) && !isContinued)
  if (isOther) return null
  // 미수금 얼마, 공탁만: of these books. 등기는 of both case books is one of them.
  const isChosen = isMarked || (books.size > 1 && topicEnding.test(said))
  const isOwnBook = parsed.namesBook && isChosen && !parsed.hasMeasure && parsed.fields.length === 0
  const kept = isOwnBook ? calls.filter(({ call }) => parsed.books.includes(resolveCollection(call))) : calls
  const next = await Promise.all(
    kept.map(async (reduced) => await applyTo(reduced, parsed, { isNarrowing: isMarked, text, office })),
  )
  const changes = next.flatMap((change) => (change && 'reduced' in change ? [change] : []))
  // 오미르는, after 이나래 as manager and as owner: another manager.
  const replaced = changes.filter(({ isReplaced }) => isReplaced)
  const taken = replaced.length > 0 && books.size === 1 ? replaced : changes
  const refused = next.flatMap((change) => (change && 'refused' in change ? [change.refused] : []))
  // What one book can't take up is said of it, and does not vanish with its records.
  if (taken.some(({ isChanged }) => isChanged))
    return { calls: [...taken.map(({ reduced }) => reduced), ...(isMarked && taken === changes ? refused : [])] }
  if (isOwnBook && taken.length > 0 && listLeftoverWords(parsed.rest).length === 0) return { calls: kept }
  // 완료된 거: what has no noun is said of these records, and of no others.
  return isNarrowing && refused.length > 0 ? { calls: refused, isRefused: true } : null
}

/** 상속등기 after registrations: those for that purpose. */
async function readPurpose(
  read: ReturnType<typeof readModifier>,
  books: ReadonlySet<CollectionName>,
  office: OfficeData,
): Promise<ReturnType<typeof readModifier>> {
  const [, purpose] = /^([가-힣]{2,10}?) ?등기만?$/.exec(read.words) ?? []
  const isOfRegistrations = books.has('real-estate') && (books.size === 1 || read.isNarrowing)
  if (purpose === undefined || !isOfRegistrations) return read
  const known = await listPathValues(office, 'real-estate', 'purpose')
  return known.some((value) => value.includes(purpose)) ? { words: purpose, isNarrowing: true } : read
}

/** Whether the days of the follow-up are of the field that those of the answer before are of. */
function hasSamePeriod(call: PlannedCall, parsed: ParsedQuestion, office: OfficeData): boolean {
  if (call.tool === 'card_totals') return true
  const collection = resolveCollection(call)
  const { filters } = readForBook({ ...parsed, books: [collection] }, collection, office)
  const days = filters.find((filter) => isPeriod(filter, collection, office.today))
  return call.input.filters.some((filter) => filter.field === days?.field && isPeriod(filter, collection, office.today))
}

export function namesState(words: string, book: CollectionName, { today }: OfficeData): boolean {
  return readStates({ text: words, rest: words }, book, today).filters.length > 0
}

function isDayOf(paths: ReadonlyMap<CollectionName, string>, books: ReadonlySet<CollectionName>): boolean {
  return [...books].some((book) => paths.has(book) && isDay(book, paths.get(book) ?? ''))
}

interface Change {
  readonly reduced: ReducedCall
  readonly isChanged: boolean
  /** It has other conditions on the same fields. */
  readonly isReplaced: boolean
}

/**
 * One call with the conditions and the figure of a follow-up; the call with its gap (`refused`) if
 * the book can't hold a condition, and null if it says something else.
 */
async function applyTo(
  reduced: ReducedCall,
  parsed: ParsedQuestion,
  { isNarrowing, text, office }: { isNarrowing: boolean; text: string; office: OfficeData },
): Promise<Change | { readonly refused: ReducedCall } | null> {
  const { call } = reduced
  const collection = resolveCollection(call)
  const refuse = (gap: Partial<PlannedCall>) => ({ refused: { dropped: '', call: { ...call, ...gap } as PlannedCall } })
  if (parsed.choice !== null && !parsed.books.includes(collection)) return null
  const own: ParsedQuestion = { ...parsed, books: [collection] }
  const query = readForBook(own, collection, office)
  const resolved = await resolveWords(office, { ...query, nameKind: parsed.nameKind })
  const nothing = readForBook(readQuestion('것', office), collection, office).filters.map((filter) =>
    JSON.stringify(filter),
  )
  const isStated = call.input.filters.some(({ field }) => field === plannedFilter.field)
  const ranked = findRankedAmount(call)
  const { amount: usualAmount } = defaultFields[collection] ?? {}
  const isUsual = ({ op, field }: Filter) => op === 'between' && (field === usualAmount || field === 'deposit_amount')
  const { amount } = own
  const isAmountNamed = query.fieldsToShow.some((path) => isWon(collection, path))
  // 채권최고액 큰 순, then 3억 넘는 거: of the amount that the answer before is about.
  const conditionsRead = query.filters.map((filter) =>
    ranked !== undefined && amount !== null && !isAmountNamed && isUsual(filter)
      ? { op: 'between' as const, field: ranked, ...readWonByHabit(amount, collection, ranked) }
      : filter,
  )
  const read = [...conditionsRead, ...resolved.filters].filter(
    (filter) => !nothing.includes(JSON.stringify(filter)) && !(isStated && filter === plannedFilter),
  )
  const { absent = [], notes = [] } = resolved
  const unsupported = query.unsupported.filter((words) => words !== '순서' && words !== parsed.amount?.words)
  const { unknown, undated } = query
  if (unknown.length > 0 || absent.length > 0 || undated.length > 0 || unsupported.length > 0)
    return refuse({ unknown, absent, undated, unsupported })
  const conditions = applyConditions(call, own, { read, query, resolved, office })
  if (conditions === null) return null
  const measured = applyFigure(conditions, own, query)
  const isFigure = measured !== conditions
  const { search } = resolved
  const isMarked = isNarrowing || topicEnding.test(text.replace(/[?？.!]{1,4}$/, ''))
  if (search !== '' && !isNarrowing) return null
  // 강여울 alone is a question of its own.
  if (resolved.filters.length > 0 && !isMarked && !isFigure) return null
  const unread = findUnaccountedWords(own, query, measured)
  if (unread.length > 0) return refuse({ unread })
  const searched = search === '' ? measured : addSearch(measured, search)
  const isChanged = searched !== call
  const dropped =
    search !== '' && (await countRecords(addSearch(toFind(clear(call), {}), search), office)) === 0 ? search : ''
  if (dropped !== '') return { refused: { call, dropped } }
  const said = [...notes, ...describeWonHabit(own, searched)]
  const noted = said.length === 0 ? searched : { ...searched, notes: said }
  const isReplaced = read.some(({ field }) => call.input.filters.some((filter) => filter.field === field))
  return { reduced: { call: noted, dropped: reduced.dropped }, isChanged, isReplaced }
}

/** The amount that a call is sorted by or has a condition on. */
function findRankedAmount(call: PlannedCall): string | undefined {
  if (call.tool === 'card_totals') return undefined
  const collection = resolveCollection(call)
  const sorted = call.tool === 'find_records' ? call.input.sort : []
  return [...sorted, ...call.input.filters].find(({ field }) => isWon(collection, field))?.field
}

function isWon(collection: CollectionName, path: string): boolean {
  return findFieldByPath(collection, path)?.kind === 'won'
}

function clear(call: PlannedCall): PlannedCall {
  return { ...call, input: { ...call.input, filters: [], search: '' } } as PlannedCall
}

function addSearch<Call extends PlannedCall>(call: Call, search: string): Call {
  return { ...call, input: { ...call.input, search: `${call.input.search} ${search}`.trim() } }
}

function applyConditions(
  call: PlannedCall,
  parsed: ParsedQuestion,
  {
    read,
    query,
    resolved,
    office,
  }: { read: readonly Filter[]; query: BookQuery; resolved: ResolvedWords; office: OfficeData },
): PlannedCall | null {
  const { today } = office
  if (call.tool === 'card_totals') {
    const { filters } = resolved
    const built = buildCardCall(parsed, { query, filters, search: '', today, unsupported: [], unknown: [] })
    if (built.tool !== 'card_totals') return null
    const { purpose, kinds, amount, from, to } = built.input
    const hasKind = purpose !== null || kinds.length > 0
    const hasDays = parsed.days.length > 0
    if (!hasKind && amount === null && !hasDays) return call
    return {
      ...call,
      input: {
        ...call.input,
        ...(hasKind && { purpose, kinds }),
        ...(amount !== null && { amount }),
        ...(hasDays && { from, to }),
      },
    }
  }
  const collection = resolveCollection(call)
  const days = moveDays(call, parsed, office)
  const added = days === null ? read : [...days, ...read.filter(({ field }) => !isDay(collection, field))]
  if (added.length === 0) return call
  const filters = mergeFilters(call.input.filters, added, { collection, hasDays: parsed.days.length > 0, today })
  return { ...call, input: { ...call.input, filters } } as PlannedCall
}

/** The days of the follow-up for the day field that the answer before it was about. */
function moveDays(call: PlannedCall, { days }: ParsedQuestion, { today }: OfficeData): readonly Filter[] | null {
  const collection = resolveCollection(call)
  const [only, second] = days
  const { from = null, to = null } = only?.range ?? {}
  const own = call.input.filters.find((filter) => isPeriod(filter, collection, today))
  if (!only || second || !own || from?.startsWith('-') || to?.startsWith('-')) return null
  return createDayRangeFilters(collection, own.field, { from, to })
}

function isPeriod(filter: Filter, collection: CollectionName, today: string): boolean {
  return filter.op === 'between' && isDay(collection, filter.field) && !isCaseState(filter, today)
}

function isCaseState(filter: Filter, today: string): boolean {
  const text = JSON.stringify(filter)
  return [
    ...(['completed', 'in_progress', 'delayed'] as const).flatMap((state) => createCaseStateFilters(state, today)),
    createEmptyFilter('created_at'),
    createEmptyFilter('registrated_at'),
  ].some((other) => JSON.stringify(other) === text)
}

/** The conditions with those on the same fields replaced. A state in days doesn't end a period. */
function mergeFilters(
  old: readonly Filter[],
  read: readonly Filter[],
  { collection, hasDays, today }: { collection: CollectionName; hasDays: boolean; today: string },
): Filter[] {
  const added = read.map((filter) => old.reduce(narrowFilter, filter))
  // 진행중, then 완료 빼고: what is not completed may have any other state.
  const isOpen = added.every(({ field, op }) => field !== 'registrated_at' || op === 'equals')
  const isState =
    collection === 'real-estate' &&
    added.some((filter) => isCaseState(filter, today) && !(isOpen && filter.field === 'registrated_at'))
  const kept = old.filter((filter) => {
    if (isState && isCaseState(filter, today)) return false
    const same = added.filter(({ field }) => field === filter.field)
    if (same.length === 0) return true
    return same.every(({ op }) => op === 'none_of') || (isPeriod(filter, collection, today) && !hasDays)
  })
  return [...new Map([...kept, ...added].map((filter) => [JSON.stringify(filter), filter])).values()]
}

/**
 * 1억 이상, then 2억 이하: a bound from the other side makes a range, and what an exclusion leaves is
 * left of the states before it, unless nothing is in it.
 */
function narrowFilter(added: Filter, old: Filter): Filter {
  if (added.op === 'one_of' && added.values.includes(null) && added.field === old.field) {
    const before = old.op === 'one_of' ? old.values : old.op === 'equals' ? [old.value] : []
    const values = added.values.filter((value) => before.includes(value))
    return values.length > 0 ? { ...added, values } : added
  }
  if (added.op !== 'between' || old.op !== 'between' || added.field !== old.field) return added
  const isOpen = [added.from === null || added.from === firstDay, added.to === null]
  const from = isOpen[0] ? old.from : added.from
  const to = isOpen[1] ? old.to : added.to
  const isRange = isOpen[0] !== isOpen[1] && (from === null || to === null || from <= to)
  return isRange ? { ...added, from, to } : added
}

/** The figure that the follow-up asks for, of the same records. */
function applyFigure(call: PlannedCall, parsed: ParsedQuestion, query: BookQuery): PlannedCall {
  const { measure, text } = parsed
  const isPlain = measure.kind === 'list' && measure.order === null && query.grouping === null
  // 왜: what may say the reason.
  if (isPlain && /왜|이유|사유/.test(text) && query.fieldsToShow.length > 0)
    return toFind(call, { show: query.fieldsToShow })
  const isAdding = /포함|더하|더해|합치|합쳐|까지/.test(text) && query.fieldsToShow.length > 0
  if (isPlain && !isAdding) return call
  if (call.tool === 'card_totals') {
    const by = measure.order !== null && measure.groupWord === null ? 'use' : null
    return { ...call, input: { ...call.input, by, order: measure.order, average: measure.kind === 'average' } }
  }
  const collection = resolveCollection(call)
  const { amount } = defaultFields[collection] ?? {}
  const before = call.tool === 'case_states' ? [] : call.input.sums
  const own = before.length > 0 ? before : amount === undefined ? [] : [amount]
  const named = isAdding
    ? query.fieldsToShow.filter((path) => findFieldByPath(collection, path)?.kind === 'won')
    : query.sums
  const isNamed = parsed.fields.length > 0 && named.length > 0
  const sums = isAdding
    ? [...new Set([...own, ...named])]
    : isNamed || before.length === 0
      ? named.length > 0
        ? named
        : own
      : before
  if (call.tool === 'sum_records' && call.input.by !== null && !query.grouping && measure.kind !== 'count') {
    const order = measure.order === null ? {} : { largest: 'sum' as const, smallestFirst: measure.order === 'smallest' }
    return { ...call, input: { ...call.input, sums: [...sums], average: measure.kind === 'average', ...order } }
  }
  // 월별 보수료, then 건수로: the same groups.
  if (call.tool === 'sum_records' && call.input.by !== null && !query.grouping && measure.order === null)
    return { ...call, input: { ...call.input, sums: [], average: false } }
  if (query.grouping && asksForShare(parsed)) {
    // 완료율 of what is completed: of all that these are a part of.
    const { field } = query.grouping
    const whole = call.input.filters.filter((filter) => filter.field !== field)
    const counted = toSum({ ...call, input: { ...call.input, filters: whole } } as PlannedCall, {
      sums: [],
      average: false,
    })
    return { ...counted, input: { ...counted.input, by: query.grouping, share: true } }
  }
  if (query.grouping) {
    const grouped = toSum(call, { sums: measure.kind === 'count' ? [] : sums, average: measure.kind === 'average' })
    const largest = measure.order === null ? undefined : sums.length === 0 ? ('count' as const) : ('sum' as const)
    return {
      ...grouped,
      input: {
        ...grouped.input,
        by: query.grouping,
        smallestFirst: measure.order === 'smallest',
        ...(largest && { largest }),
      },
    }
  }
  if (measure.isSortedByDay && query.sort.length > 0) {
    const found = toFind(call, {})
    return { ...found, input: { ...found.input, sort: [...query.sort] } }
  }
  if (measure.order !== null) {
    // 제일 비싼 집: by its price.
    const [first] = /[비]?싼/.test(text) && amount !== undefined && collection === 'real-estate-units' ? [amount] : sums
    if (first === undefined) return call
    const found = toFind(call, { show: [first], limit: Math.min(measure.limit ?? 5, 20) })
    if (before.length > 1 && !isNamed)
      return { ...found, input: { ...found.input, show: [], sums: [...before], rank: measure.order } }
    const direction = measure.order === 'largest' ? ('desc' as const) : ('asc' as const)
    return { ...found, input: { ...found.input, sort: [{ field: first, direction }] } }
  }
  if (measure.kind === 'count') return toFind(call, { limit: 5 })
  if (sums.length === 0) return call
  return toSum(call, { sums, average: measure.kind === 'average' })
}
