import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { shownRows } from '#contract/chat/answer.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { Filter } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'
import { bookRules } from '#domain/books/books.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { asksToOpen } from './answer-how-to.ts'
import { combineAnswers, findComparisons } from './combine-answers.ts'
import type { EngineStep, Knowledge, OfficeData } from './knowledge.ts'
import { buildCardCall } from './plan-card-call.ts'
import { planLoneField } from './plan-lone-field.ts'
import {
  countRecords,
  type FindInput,
  isGrouped,
  keepMeantCalls,
  type PlannedCall,
  type ReducedCall,
  resolveCollection,
} from './planned-calls.ts'
import { findUnknownFigure } from './reading/asked-figure.ts'
import { caseBooks } from './reading/book-words.ts'
import { defaultFields } from './reading/default-fields.ts'
import { moveToValueBook } from './reading/find-value-book.ts'
import { asksForShare } from './reading/grouping.ts'
import { type BookQuery, readForBook } from './reading/read-for-book.ts'
import { type ParsedQuestion, readQuestion } from './reading/read-question.ts'
import { findSectionContacts, kindFields, type ResolvedWords, resolveWords } from './reading/resolve-words.ts'
import {
  describeFiling,
  describeSynonyms,
  describeWonHabit,
  findUnaccountedWords,
} from './reading/unaccounted-words.ts'
import { claimWord, describeNoMatch, explainGaps, listGaps, refuseCall } from './refuse-call.ts'
import { createRecordLink, findLabel } from './tools/format-answer.ts'
import { cardUsageTotals } from './tools/ledger-tools.ts'
import { toQuery } from './tools/record-question.ts'
import { countCaseStates, findRecords, sumRecords } from './tools/record-tools.ts'
import { runTool } from './tools/tool.ts'

/** Answers a question about records of the books; null when it is about none. */
export async function answerFromRecords(
  question: string,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  return await answerWithCalls(await planReducedCalls(question, knowledge.office), question, knowledge)
}

/** Runs the calls of a question; null if there are none. */
export async function answerWithCalls(
  calls: readonly ReducedCall[],
  question: string,
  knowledge: Knowledge & { readonly office: OfficeData },
): Promise<AsyncIterable<EngineStep> | null> {
  const ofOwner = await searchOwners(calls, knowledge.office)
  if (ofOwner.length > 0) return runCalls(ofOwner, knowledge, noSuchContact)
  const listed = await Promise.all(calls.map((reduced) => listFewRecords(reduced, knowledge.office)))
  if (calls.length === 0) return null
  const ofLeave = listed.some(({ call }) => resolveCollection(call) === 'leave-requests')
  const isOwn = readQuestion(question, knowledge.office).isOwnOnly
  const introduction = ofLeave && !isOwn && !knowledge.office.asker.isSuperuser ? ownRequestsOnly : ''
  return asksToOpen(question) ? openRecords(listed, knowledge) : runCalls(listed, knowledge, introduction)
}

const ownRequestsOnly = '본인의 신청만 보입니다.\n'

const maxOpened = 5

/** Links to the records to open, if there are few, before their table: 홍길동 사건 열어 줘. */
async function* openRecords(
  calls: readonly ReducedCall[],
  knowledge: Knowledge & { readonly office: OfficeData },
): AsyncGenerator<EngineStep> {
  yield* runCalls(calls, knowledge)
  const found = await Promise.all(
    calls.map(async ({ call }) => {
      if (call.tool !== 'find_records' || !isNarrowed(call)) return []
      const { collection } = call.input
      const { rows } = await knowledge.office.find(collection, toQuery(call.input), { limit: maxOpened, sums: [] })
      return rows.map(({ record, names }) => {
        const { label, href } = createRecordLink(collection, record.id)
        const section = names['group_id'] ?? record['business_section']
        const caption = bookRules[collection].captionOf(record)
        return { label: `${caption}${section ? `, ${section}` : ''}: ${label}`, href }
      })
    }),
  )
  const links = found.flat().slice(0, maxOpened)
  if (links.length > 0) yield { kind: 'part', part: { kind: 'sources', title: '출처', links } }
}

/**
 * Lists each record with its amount, and their sum, because several may have the name: 홍길동 보수료 얼마야.
 */
async function listFewRecords(reduced: ReducedCall, office: OfficeData): Promise<ReducedCall> {
  const { call } = reduced
  if (call.tool !== 'sum_records' || call.input.by !== null || call.input.average) return reduced
  const { collection, filters, search, sums } = call.input
  const { owner } = defaultFields[collection] ?? {}
  const namesRecord = search !== '' || filters.some(({ field, op }) => field === owner && op === 'contains')
  const count = namesRecord && sums.length > 0 ? await countRecords(call, office) : 0
  if (count === 0 || count > shownRows) return reduced
  const input = { collection, filters, search, sort: [], limit: shownRows, show: [], sums }
  return { ...reduced, call: { ...call, tool: 'find_records', input } }
}

/**
 * Only contacts have telephone numbers (조보람 전화번호). If no contact has the name, the answer is the
 * cases and inquiries of that person.
 */
async function searchOwners(calls: readonly ReducedCall[], office: OfficeData): Promise<readonly ReducedCall[]> {
  const [{ call, dropped, isUnread }, another] = [calls[0] ?? { call: null, dropped: '', isUnread: false }, calls[1]]
  if (call?.tool !== 'find_records' || call.input.collection !== 'managers' || another) return []
  if ([...(call.unsupported ?? []), ...(call.unknown ?? []), ...(call.unread ?? [])].length > 0) return []
  // The name is left out of the call when no contact has it.
  const search = call.input.search === '' && isUnread ? dropped : call.input.search
  if (search === '' || (!isUnread && (await countRecords(call, office)) > 0)) return []
  const owned = ([...caseBooks, 'inquiries'] as const)
    .filter((collection) => office.collections.has(collection))
    .map((collection) => ({
      call: {
        tool: 'find_records' as const,
        input: { ...call.input, search, collection, filters: [], show: listContactKeys(collection), sums: [] },
      },
      dropped: '',
    }))
  const counts = await Promise.all(owned.map((reduced) => countRecords(reduced.call, office)))
  return owned.filter((_, index) => (counts[index] ?? 0) > 0)
}

/** The fields of a book that say how a person is reached. */
function listContactKeys(collection: CollectionName): string[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  return fields.filter(({ label }) => /^(?:연락처|전화|전화번호|휴대전화|이메일)$/.test(label)).map(({ key }) => key)
}

const noSuchContact = '관리자에는 그 이름의 연락처가 없습니다. 그 이름이 있는 기록은 다음과 같습니다.\n'

/**
 * The calls for a question, one per book it is about; of the two case books only those that find
 * something, or that the answer before was about (`talked`).
 */
export async function planReducedCalls(
  question: string,
  office: OfficeData,
  talked: ReadonlySet<CollectionName> = new Set(),
): Promise<readonly ReducedCall[]> {
  const original = await moveToValueBook(readQuestion(question, office), office)
  const parsed = (await moveToProjectBook(original, office)) ?? original
  const lone = planLoneField(parsed, office)
  if (lone.length > 0) return lone
  const periodQuestions = splitByDays(parsed)
  const planned = await Promise.all(
    periodQuestions.flatMap((period) => parsed.books.map((collection) => planCalls(period, collection, office))),
  )
  const sectioned = planned.flat().filter(({ sections = [] }) => sections.length > 0)
  // If the words name a section of one book, the question is about that book.
  const ofProjects = sectioned.length > 0 && (!parsed.namesBook || parsed !== original) ? sectioned : planned.flat()
  const claims = original.isAboutReceivables && parsed !== original ? sumClaims(original, ofProjects, office) : []
  const all = [...claims, ...ofProjects]
  // 신탁회사별: only one of the case books has such a field.
  const grouped = all.filter(isGrouped)
  const calls = parsed.measure.groupWord !== null && grouped.length > 0 ? grouped : all
  const known = await keepMeantCalls(calls, office, parsed.namesBook && parsed.measure.kind === 'count')
  if ((parsed.books.length < 2 || periodQuestions.length > 1) && parsed.isCertain) return known
  const counts = await Promise.all(known.map(({ call }) => countRecords(call, office)))
  const isPlausible = (call: PlannedCall) =>
    (isNarrowed(call) && (!parsed.isGuess || hasName(call, parsed))) || (isUnanswerable(call) && !parsed.isGuess)
  if (parsed.isComparison && parsed.isCertain) return known
  // 오늘 등기 접수: none of the registrations, which its words mean first.
  const isNone = ({ call, dropped }: ReducedCall) =>
    call.tool === 'find_records' &&
    resolveCollection(call) === 'real-estate' &&
    parsed.isCertain &&
    parsed.text.includes('등기') &&
    `${dropped}${call.input.search}` === '' &&
    call.input.filters.every(({ op }) => op === 'between')
  const found = known.filter(
    (reduced, index) =>
      !reduced.isUnread &&
      ((counts[index] ?? 0) > 0 || isNone(reduced) || talked.has(resolveCollection(reduced.call))) &&
      (parsed.isCertain || isPlausible(reduced.call)),
  )
  // 달빛스퀘어 근저당권설정: prefers the book that knows every word.
  const complete = found.filter(
    ({ dropped, call }) =>
      dropped === '' && [...(call.unknown ?? []), ...(call.unread ?? []), ...(call.absent ?? [])].length === 0,
  )
  const units = complete.filter(({ call }) => resolveCollection(call) === 'real-estate-units')
  // 503호: the dwelling itself, rather than an owner's address.
  if (units.length > 0 && !parsed.namesBook) return units
  if (complete.length > 0) return complete
  return found.length > 0 || !parsed.isCertain ? found : known
}

/**
 * For a section of real-estate cases (달빛스퀘어 미수금), also counts the receivables of deposit cases
 * under that name, so that the answer says how many there are, even if none.
 */
function sumClaims(original: ParsedQuestion, calls: readonly PlannedCall[], office: OfficeData): PlannedCall[] {
  const book = 'deposit-cases'
  const [text] = calls.flatMap(({ sections = [] }) => sections)
  if (text === undefined || !office.collections.has(book)) return []
  const { filters } = readForBook(original, book, office)
  const ofProject = { op: 'contains' as const, field: 'business_section', text }
  const input = { collection: book, filters: [...filters, ofProject], search: '', sort: [] } as const
  return [
    {
      tool: 'sum_records',
      input: {
        ...input,
        filters: [...input.filters],
        sort: [],
        sums: [...costKeys],
        by: null,
        average: false,
        smallestFirst: false,
        share: false,
      },
    },
  ]
}

/**
 * If only real-estate cases have the section (달빛스퀘어 미수금), moves the question to their book, and
 * lists in `leftOut` what that book has no field for.
 */
async function moveToProjectBook(parsed: ParsedQuestion, office: OfficeData): Promise<ParsedQuestion | null> {
  const [collection, second] = parsed.books
  const other = caseBooks.find((candidate) => candidate !== collection && office.collections.has(candidate))
  const isDecided = parsed.namesBook && !(parsed.isAboutReceivables && !parsed.text.includes('공탁'))
  if (second !== undefined || isDecided || other === undefined || !caseBooks.some((name) => name === collection))
    return null
  const moved = { ...parsed, books: [other], isAboutReceivables: false }
  const [own, others] = await Promise.all([
    resolveWords(office, readForBook(parsed, collection ?? other, office)),
    resolveWords(office, readForBook(moved, other, office)),
  ])
  if (own.sections.length > 0 || others.sections.length === 0) return null
  const claims = parsed.isAboutReceivables ? [claimWord] : []
  const missing = parsed.fields.filter(({ paths }) => !paths.has(other)).map(({ word }) => word)
  return { ...moved, leftOut: [...claims, ...missing] }
}

/** One query for each of several periods of a day field: 10월과 11월, 작년 대비 올해. */
function splitByDays(parsed: ParsedQuestion): readonly ParsedQuestion[] {
  const { days, fields } = parsed
  const hasOneDayField = days.length > 1 && fields.filter(({ word }) => /일$|접수|입금|청구|발송/.test(word)).length < 2
  return hasOneDayField ? days.map((day) => ({ ...parsed, days: [day] })) : [parsed]
}

/**
 * Whether the call looks for a name. A purpose or type alone (상속), in a question that names no
 * book, may be meant for the public pages.
 */
function hasName(call: PlannedCall, { hasMeasure }: ParsedQuestion): boolean {
  if (call.tool === 'card_totals') return call.input.filters.length > 0
  const { filters, search } = call.input
  const names = filters.filter(({ op }) => op === 'contains' || op === 'one_of').map(({ field }) => field)
  return search !== '' || names.some((field) => hasMeasure || !kindFields.has(field))
}

/**
 * Whether the call asks only for what is no field of the book; without it, the answer would be the
 * whole book.
 */
function isUnanswerable(call: PlannedCall): boolean {
  return [...(call.unknown ?? []), ...(call.absent ?? [])].length > 0 && !isNarrowed(call) && !isGrouped(call)
}

function isNarrowed(call: PlannedCall): boolean {
  return call.input.filters.length > 0 || (call.tool !== 'card_totals' && call.input.search !== '')
}

async function planCalls(
  parsed: ParsedQuestion,
  collection: CollectionName,
  office: OfficeData,
): Promise<readonly PlannedCall[]> {
  const query = readForBook(parsed, collection, office)
  const contacts = collection === 'managers' ? await findSectionContacts(office, query.words) : null
  const resolved = contacts ?? (await resolveWords(office, { ...query, nameKind: parsed.nameKind }))
  const { absent = [] } = resolved
  const built = buildCall(parsed, query, { ...resolved, office })
  const call = {
    ...built,
    unread: findUnaccountedWords(parsed, query, built).filter(
      (word) => !absent.some(({ path }) => path !== null && findLabel(collection, path).startsWith(word)),
    ),
    sections: resolved.sections,
    absent,
    notes: [
      ...(resolved.notes ?? []),
      ...describeSynonyms(parsed, built),
      ...describeFiling(parsed, built),
      ...describeWonHabit(parsed, built),
    ],
    undated: query.undated,
  }
  const ofOthers = (resolved.otherPlaces ?? []).map((other): PlannedCall => {
    const filters = [...resolved.filters.filter(({ field }) => field !== other.field), other]
    return { ...call, ...buildCall(parsed, query, { ...resolved, filters, office }), notes: [] }
  })
  if (ofOthers.length > 0) return [call, ...ofOthers]
  const ownerWords = searchAsOwner(resolved, collection)
  if (!ownerWords || parsed.isAboutReceivables || isGrouped(call)) return [call]
  const ownerCall = buildCall(parsed, query, { ...ownerWords, office })
  if ((await countRecords(ownerCall, office)) === 0) return [call]
  // 최하람 땅: an owner and no manager. A record to open is one of its owner.
  if (collection === 'addresses' || asksToOpen(parsed.text)) return [ownerCall]
  return resolved.bareName?.field === 'deposit_name' ? [ownerCall, call] : [call, ownerCall]
}

/** A manager's name may also be an owner's (이나래 사건); both are answered. */
export function searchAsOwner(
  { filters, search, bareName }: ResolvedWords,
  collection: CollectionName,
): ResolvedWords | null {
  const { owner } = defaultFields[collection] ?? {}
  if (owner === undefined || bareName?.op !== 'contains' || !filters.includes(bareName)) return null
  const ownerFilter = { ...bareName, field: owner }
  return {
    filters: filters.map((filter) => (filter === bareName ? ownerFilter : filter)),
    search,
    bareName: null,
    sections: [],
  }
}

function buildCall(
  parsed: ParsedQuestion,
  query: BookQuery,
  { filters, search, office }: ResolvedWords & { readonly office: OfficeData },
): PlannedCall {
  const { collection } = query
  const { measure } = parsed
  const unknownFigure = findUnknownFigure(parsed, query)
  if (unknownFigure !== null)
    return {
      tool: 'find_records',
      unknownFigure,
      input: { collection, filters: [], search: '', sort: [], limit: 1, show: [], sums: [] },
    }
  const unsupported = [...(parsed.leftOut ?? []), ...query.unsupported]
  const unknown = query.unknown.filter((words) => !unsupported.some((other) => words.startsWith(other)))
  const input = { collection, filters: [...query.filters, ...filters], search, sort: [...query.sort] }
  if (collection === 'card-usage')
    return buildCardCall(parsed, { query, filters, search, unsupported, unknown, today: office.today })
  if (asksForShare(parsed) && query.conditions.length > 0 && /몇|비율|비중|퍼센트|%/.test(measure.groupWord ?? '')) {
    const whole = input.filters.filter((filter) => !query.conditions.includes(filter))
    return {
      tool: 'sum_records',
      unsupported: unsupported.filter((words) => !words.startsWith(measure.groupWord ?? '')),
      unknown,
      input: { ...input, sort: [], sums: [], by: null, average: false, smallestFirst: false, share: false, whole },
    }
  }
  if (
    collection === 'real-estate' &&
    query.grouping === null &&
    /상태|진행|율$|^비중|^몇/.test(measure.groupWord ?? '')
  )
    return { tool: 'case_states', unknown, input: { filters: input.filters, search, share: asksForShare(parsed) } }
  const { sums } = query
  const grouping = chooseGrouping(parsed, query, filters)
  const [days] = parsed.days
  if (parsed.isComparison && grouping === null && days) {
    const { from, to, words } = days.range
    const figures = measure.kind === 'count' ? [] : [...sums]
    const period = words === '' ? `${from} ~ ${to}` : words
    return {
      tool: 'sum_records',
      period,
      unsupported,
      unknown,
      input: { ...input, sort: [], sums: figures, by: grouping, average: false, smallestFirst: false, share: false },
    }
  }
  if (grouping === null && parsed.isAboutReceivables && measure.order !== null && !measure.isSortedByDay)
    return { ...rankByCosts(measure, { ...input, show: [...query.fieldsToShow] }), unsupported, unknown }
  const isSum = grouping !== null || measure.kind === 'sum' || measure.kind === 'average'
  if (!isSum || (grouping === null && sums.length === 0)) {
    // A count shows only a few examples, so that the number stays in sight.
    const limit = Math.min(measure.limit ?? (measure.kind === 'count' ? 5 : 10), 20)
    return {
      tool: 'find_records',
      input: { ...input, limit, show: [...query.fieldsToShow], sums: [] },
      unsupported,
      unknown,
    }
  }
  const largest = measure.order === null ? undefined : measure.kind === 'count' || sums.length === 0 ? 'count' : 'sum'
  return {
    tool: 'sum_records',
    unsupported,
    unknown,
    input: {
      ...input,
      sort: [],
      sums: [...sums],
      by: grouping,
      share: asksForShare(parsed),
      average: measure.kind === 'average',
      ...(largest && { largest }),
      smallestFirst: measure.order === 'smallest',
    },
  }
}

/** 미수금 제일 큰 사건: by all that is owed, and not by the fee in it. */
function rankByCosts(
  { limit, order }: ParsedQuestion['measure'],
  input: Pick<FindInput, 'collection' | 'filters' | 'search' | 'show'>,
): PlannedCall {
  const rank = order ?? 'largest'
  return {
    tool: 'find_records',
    input: { ...input, sort: [], limit: Math.min(limit ?? 10, 20), sums: [...costKeys], rank },
  }
}

/** 제4공구랑 제5공구 미완료 각각: by section, not by state. */
function chooseGrouping(parsed: ParsedQuestion, query: BookQuery, filters: readonly Filter[]): Grouping | null {
  const each = groupEach(parsed, filters)
  return parsed.measure.groupWord === null ? (each ?? query.grouping) : (query.grouping ?? each)
}

/** Groups by the field of the named values: 근저당권말소하고 소유권이전 각각. */
function groupEach({ text }: ParsedQuestion, filters: readonly Filter[]): Grouping | null {
  const named = filters.find((filter) => filter.op === 'one_of' && filter.values.length > 1)
  return named && /각각|따로|각자|별로|비교|더 ?(?:많|적|크|큰|작|높|낮)|차이/.test(text)
    ? { field: named.field }
    : null
}

async function* runCalls(
  calls: readonly ReducedCall[],
  knowledge: Knowledge,
  introduction = '',
): AsyncGenerator<EngineStep> {
  if (introduction !== '') yield { kind: 'delta', text: introduction }
  const comparisons = calls.every((reduced) => listGaps(reduced).length === 0) ? findComparisons(calls) : []
  for (const comparison of comparisons) yield* combineAnswers(comparison, knowledge)
  if (comparisons.length > 0) return
  for (const reduced of calls) {
    const { call, dropped, isUnread, others } = reduced
    if (isUnread || call.unknownFigure !== undefined) {
      yield* refuseCall(call, { dropped, isUnread: isUnread === true, knowledge })
      continue
    }
    if (others !== undefined) {
      yield* describeNoMatch(call, others, knowledge)
      continue
    }
    const gaps = listGaps(reduced)
    if (gaps.length > 0) {
      yield* explainGaps(call, gaps, knowledge)
      continue
    }
    for (const note of call.notes ?? []) yield { kind: 'delta', text: `${note}\n` }
    for (const words of call.unsupported ?? [])
      yield {
        kind: 'delta',
        text: `‘${words}’${pickParticle(words, '은/는')} 이 장부에서 다룰 수 없어 빼고 답합니다.\n`,
      }
    if (call.tool === 'find_records') yield* runTool(findRecords, call.input, knowledge)
    else if (call.tool === 'sum_records') yield* runTool(sumRecords, call.input, knowledge)
    else if (call.tool === 'case_states') yield* runTool(countCaseStates, call.input, knowledge)
    else yield* runTool(cardUsageTotals, call.input, knowledge)
  }
}
