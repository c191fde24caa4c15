import type { z } from 'zod'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { parseFieldPath } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { buildSearchText, compileSearch, compileWholeWords } from '#domain/text/search-text.ts'
import type { OfficeData, OfficeRecord } from './knowledge.ts'
import { findHolders, type Holder } from './reading/find-holders.ts'
import type { ResolvedWords } from './reading/resolve-words.ts'
import { findLabel } from './tools/format-answer.ts'
import type { cardUsageTotals } from './tools/ledger-tools.ts'
import { toQuery } from './tools/record-question.ts'
import type { CaseStatesInput, findRecords, sumRecords } from './tools/record-tools.ts'

export type FindInput = z.output<typeof findRecords.parameters>
type SumInput = z.output<typeof sumRecords.parameters>

/**
 * A tool call for a question; `unsupported`: the parts of it that the book cannot answer;
 * `sections`: its words that name a section of the book.
 */
export type PlannedCall = {
  readonly unsupported?: readonly string[]
  /** Conditions that no field of the book can hold. */
  readonly unknown?: readonly string[]
  /** Words of the question that it takes up in no way. */
  readonly unread?: readonly string[]
  /** Texts that their field holds in no record. */
  readonly absent?: ResolvedWords['absent']
  /** Days that its records don't have yet. */
  readonly undated?: readonly string[]
  /** Sentences that go before its answer. */
  readonly notes?: readonly string[]
  readonly sections?: readonly string[]
  /** The figure that is asked for, if no field of the book has it: 채권최고액, 평균 며칠. */
  readonly unknownFigure?: string
  /** The days as written, if they are one of two periods to compare. */
  readonly period?: string
} & (
  | { readonly tool: 'find_records'; readonly input: FindInput }
  | { readonly tool: 'sum_records'; readonly input: SumInput }
  | { readonly tool: 'case_states'; readonly input: CaseStatesInput }
  | { readonly tool: 'card_totals'; readonly input: z.output<typeof cardUsageTotals.parameters> }
)

/**
 * A call without the words that no record of its book contains; `dropped`: the removed words that
 * the answer must mention.
 */
export interface ReducedCall {
  readonly call: PlannedCall
  readonly dropped: string
  /** Nothing but unknown words says what is meant, so there is no answer. */
  readonly isUnread?: boolean
  /**
   * No record has all its words and conditions, although each word is in some record; the number
   * of records without the words.
   */
  readonly others?: number
  /** No word of it is in any record: it is a sentence about something else. */
  readonly isForeign?: boolean
  /** A number that its records only contain as a part of a longer one: 503호 in 2503호. */
  readonly fragment?: string
}

export function isGrouped(call: PlannedCall): boolean {
  return call.tool === 'case_states' || (call.tool === 'sum_records' && call.input.by !== null)
}

/** The records of a call as a list. */
export function toFind(
  call: PlannedCall,
  change: { readonly [Key in 'sums' | 'show']?: readonly string[] } & { limit?: number },
) {
  const { tool: _, input, ...rest } = call
  const found: Partial<FindInput> = call.tool === 'find_records' ? call.input : {}
  const next: FindInput = {
    collection: resolveCollection(call),
    filters: [...input.filters],
    search: input.search,
    sort: found.sort ?? [],
    limit: change.limit ?? found.limit ?? 10,
    show: [...(change.show ?? [])],
    sums: [...(change.sums ?? [])],
  }
  return { ...rest, tool: 'find_records' as const, input: next } satisfies PlannedCall
}

/** The figures of the records of a call. */
export function toSum(call: PlannedCall, { sums, average }: { sums: readonly string[]; average: boolean }) {
  const { tool: _, input, ...rest } = call
  const collection = resolveCollection(call)
  const { filters, search } = input
  return {
    ...rest,
    tool: 'sum_records' as const,
    input: {
      collection,
      filters: [...filters],
      search,
      sort: [],
      sums: [...sums],
      by: null,
      average,
      share: false,
      smallestFirst: false,
    },
  } satisfies PlannedCall
}

export async function countRecords(call: PlannedCall, office: OfficeData): Promise<number> {
  if (call.tool === 'card_totals') return 1
  const input = { sort: [], ...call.input, collection: resolveCollection(call) }
  const { count } = await office.sum(input.collection, toQuery(input), { sums: [], by: null })
  return count
}

export function resolveCollection(call: PlannedCall): CollectionName {
  if (call.tool === 'card_totals') return 'card-usage'
  return call.tool === 'case_states' ? 'real-estate' : call.input.collection
}

/**
 * The calls without words that no record contains, and without those that only find parts of a
 * longer number, if others find the number itself. `isCertain`: it is about records even if no word
 * of it is in any.
 */
export async function keepMeantCalls(
  calls: readonly PlannedCall[],
  office: OfficeData,
  isCertain = false,
): Promise<readonly ReducedCall[]> {
  const reduced = await Promise.all(
    calls.map(async (call) => await requireWholeNumbers(await dropUnknownWords(call, office), office)),
  )
  if (!isCertain && reduced.length > 0 && reduced.every(({ isForeign }) => isForeign)) return []
  const whole = reduced.filter(({ fragment }) => fragment === undefined)
  return whole.length > 0 ? whole : reduced
}

/** Whether the word is a verb, which no record contains: 골라줘, 나누면. */
function isVerb(word: string): boolean {
  return /(?:줘|줄래|으면|하면|누면|려고|해서|어서|는데|거든|로부터|려서|려줄래)$/.test(word)
}

/**
 * Drops words that no record of the book contains; the answer mentions them. They are never
 * searched, because 0건 would then be a figure about words that were not understood.
 */
async function dropUnknownWords(planned: PlannedCall, office: OfficeData): Promise<ReducedCall> {
  if (planned.input.search === '') return { call: planned, dropped: '' }
  const call = await moveToHolders(planned, office)
  if (call.input.search === '') return { call, dropped: '' }
  const hasOtherConditions =
    call.tool === 'card_totals'
      ? call.input.purpose !== null ||
        call.input.kinds.length > 0 ||
        call.input.filters.length > 0 ||
        call.input.amount !== null ||
        call.input.by !== null
      : call.input.filters.length > 0 || isGrouped(call)
  if (call.tool !== 'card_totals' && (await countRecords(call, office)) > 0) return { call, dropped: '' }
  const words = call.input.search.split(' ')
  const counts = await Promise.all(
    words.map((search) =>
      office.sum(resolveCollection(call), { filters: [], search, sort: [] }, { sums: [], by: null }),
    ),
  )
  const isForeign = !hasOtherConditions && words.length > 1 && counts.every(({ count }) => count === 0)
  const unknown = words.filter((_, index) => counts[index]?.count === 0)
  const search = words.filter((word) => !unknown.includes(word)).join(' ')
  if (unknown.length === 0) {
    const isPlain = call.tool === 'find_records' || (call.tool === 'sum_records' && !isGrouped(call))
    if (!isPlain || isForeign) return { call, dropped: '', isForeign }
    const others = { ...call, input: { ...call.input, search: '' } } as PlannedCall
    return {
      call,
      dropped: '',
      isForeign,
      others: call.input.filters.length > 0 ? await countRecords(others, office) : 0,
    }
  }
  const reduced = { ...call, input: { ...call.input, search } } as PlannedCall
  const dropped = unknown.filter((word) => !isVerb(word)).join(' ')
  const namesRecord = dropped !== '' && search === '' && (!hasOtherConditions || /\d/.test(dropped))
  return { call: reduced, dropped, isForeign, isUnread: namesRecord }
}

/**
 * Turns words that the general search does not find into conditions on the fields that hold them:
 * 공시송달 in 수령방법, 거절 in 비고.
 */
async function moveToHolders(planned: PlannedCall, office: OfficeData): Promise<PlannedCall> {
  const collection = resolveCollection(planned)
  const isFound = planned.tool !== 'card_totals' && (await countRecords(planned, office)) > 0
  if (isFound) return planned
  let call = planned
  for (const word of planned.input.search.split(' ')) {
    const { filters, search } = call.input
    const rest = search
      .split(' ')
      .filter((other) => other !== word)
      .join(' ')
    const alone = await office.sum(collection, { filters: [], search: word, sort: [] }, { sums: [], by: null })
    // A word that the search finds is only moved if that finds records with the other conditions.
    const isKnown = alone.count > 0
    const holders = await findHolders(word, { collection, filters, search: isKnown ? rest : '' }, office)
    const [first, ...others] = holders
    if (!first || (isKnown && first.count === 0)) continue
    const input = { ...call.input, filters: [...filters, first.filter], search: rest }
    const notes = [...(call.notes ?? []), ...(await describeOthers({ word, others, collection, filters }, office))]
    // 동거인이 수령한: the verb belongs to 수령방법.
    const label = findLabel(collection, first.filter.field)
    const unknown = (call.unknown ?? []).filter((words) => !label.includes(words.slice(0, 2)))
    call = { ...call, notes, input, unknown } as PlannedCall
  }
  return call
}

/**
 * Says where else the word is. What is in the records of another book is counted there, as that
 * book's own answer would.
 */
async function describeOthers(
  {
    word,
    others,
    collection,
    filters,
  }: {
    readonly word: string
    readonly others: readonly Holder[]
    readonly collection: CollectionName
    readonly filters: readonly Filter[]
  },
  office: OfficeData,
): Promise<string[]> {
  const counted = await Promise.all(
    others.map(async (holder) => {
      const target = parseFieldPath(collection, holder.filter.field)
      if (!target || target.by === null) return holder
      if (filters.length > 0) return null
      const query = { filters: [{ ...holder.filter, field: target.key }], search: '', sort: [] }
      return { ...holder, ...(await office.sum(target.collection, query, { sums: [], by: null })) }
    }),
  )
  const places = counted
    .filter((holder) => holder !== null && holder.count > 0)
    .map((holder) => `${describePlace(collection, holder?.filter.field ?? '')}에 ${formatNumber(holder?.count ?? 0)}건`)
  return places.length === 0
    ? []
    : [`‘${word}’${pickParticle(word, '은/는')} ${places.join(', ')}도 들어 있으나 함께 세지 않았습니다.`]
}

/** The label, with the book of a record that is referred to: 부동산 주소의 비고. */
function describePlace(collection: CollectionName, path: string): string {
  const target = parseFieldPath(collection, path)
  const label = findLabel(collection, path)
  return target && target.by !== null ? `${getBook(target.collection).label}의 ${label}` : label
}

/**
 * Limits a call to the records that contain its numbers whole, if there are any: 503호, not 2503호.
 * `fragment`: the number that none of them contains whole.
 */
async function requireWholeNumbers(reduced: ReducedCall, office: OfficeData): Promise<ReducedCall> {
  const { call } = reduced
  if (call.tool === 'card_totals' || call.tool === 'case_states') return reduced
  const { fragment, filters, search } = await narrowToWholeNumbers(call.input, office)
  const input = { ...call.input, filters: [...filters], search }
  return { ...reduced, ...(fragment !== undefined && { fragment }), call: { ...call, input } as PlannedCall }
}

/** The search with a filter for the values that hold its numbers whole. */
export async function narrowToWholeNumbers(
  question: { readonly collection: CollectionName; readonly filters: readonly Filter[]; readonly search: string },
  office: OfficeData,
): Promise<{ readonly filters: readonly Filter[]; readonly search: string; readonly fragment?: string }> {
  const { collection, filters, search } = question
  const words = search.split(' ')
  const numbers = words.filter((word) => wholeNumber.test(word))
  const same = { filters, search }
  if (numbers.length === 0) return same
  const query = toQuery({ collection, filters: [...filters], search, sort: [] })
  const { rows, count } = await office.find(collection, query, { limit: maxCompared, sums: [] })
  if (count > rows.length) return same
  const matching = rows.filter((row) => numbers.every((number) => containsWhole(listTexts(collection, row), number)))
  if (matching.length === rows.length) return same
  const field = findHoldingField(collection, matching, numbers)
  if (field === null) return { ...same, fragment: numbers.join(' ') }
  const values = [...new Set(matching.map(({ record }) => String(record[field])))]
  const rest = words.filter((word) => !numbers.includes(word)).join(' ')
  return { filters: [...filters, { op: 'one_of', field, values }], search: rest }
}

const maxCompared = 200
/** A number of a dwelling, lot or deposit: 503호, 101동, 559-32, 101-402, 9837호. */
const wholeNumber = /^(?:제?\d+[호동]|\d+동\d+호?|산?\d+-\d+(?:호)?)$/

function containsWhole(texts: readonly string[], number: string): boolean {
  // 9837호: 2026년 금 제9837호.
  const spellings = [number, `제${number}`, `${number}호`, `${number}번지`].map((word) =>
    compileWholeWords(compileSearch(word)),
  )
  const text = buildSearchText(texts)
  return spellings.some((words) => words.every((word) => word.test(text)))
}

function listTexts(collection: CollectionName, { record, names }: OfficeRecord): readonly string[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const own = fields.flatMap(({ key, kind }) => (kind === 'text' ? [String(record[key] ?? '')] : []))
  return [...own, ...Object.values(names)]
}

/** The text field that holds the numbers in each of the records; null if there is none. */
function findHoldingField(
  collection: CollectionName,
  rows: readonly OfficeRecord[],
  numbers: readonly string[],
): string | null {
  if (rows.length === 0) return null
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const holds = (key: string, { record }: OfficeRecord) =>
    numbers.every((number) => containsWhole([String(record[key] ?? '')], number))
  const holding = fields.find(({ key, kind }) => kind === 'text' && rows.every((row) => holds(key, row)))
  return holding?.key ?? null
}
