import type { CollectionName } from '#contract/books/collections.ts'
import type { TablePart } from '#contract/chat/answer.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { parsePurpose } from '#domain/card-usage/card-usage.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { EngineStep, Knowledge } from './knowledge.ts'
import { type PlannedCall, type ReducedCall, resolveCollection } from './planned-calls.ts'
import { findFieldByPath, isDay } from './record-filters.ts'
import {
  createListLink,
  findLabel,
  formatConditions,
  formatRecordCount,
  getReadableLabel,
} from './tools/format-answer.ts'
import { cardUsageTotals } from './tools/ledger-tools.ts'
import { toQuery } from './tools/record-question.ts'
import { sumRecords } from './tools/record-tools.ts'

/** The figures of several answers, added up or compared. */
export interface Combination {
  readonly how: 'sum' | 'difference' | 'largest' | 'smallest'
  readonly calls: readonly PlannedCall[]
}

/** The figures of one of the answers. */
interface Figures {
  readonly conditions: string
  readonly period: string | null
  readonly count: number
  readonly sums: readonly number[]
}

/** The figures of each answer, and their sum or their difference. */
export async function* combineAnswers({ how, calls }: Combination, knowledge: Knowledge): AsyncGenerator<EngineStep> {
  const [first] = calls
  if (!first) return
  const books = [...new Set(calls.map((call) => resolveCollection(call)))]
  yield {
    kind: 'tool',
    name: sumRecords.name,
    label: `${books.map(getReadableLabel).join(', ')}에서 비교하고 있습니다.`,
  }
  const measured = await Promise.all(calls.map(async (call) => ({ call, ...(await measure(call, knowledge)) })))
  const isOverTime = new Set(measured.map(({ period }) => period)).size === measured.length
  const ordered =
    isOverTime && how === 'difference'
      ? measured.toSorted((a, b) => (a.period ?? '').localeCompare(b.period ?? ''))
      : measured
  const labelled = ordered.map((part) => ({ ...part, label: labelPart(part, ordered) }))
  const names = listAmounts(first)
  const figures = labelled.map(({ count, sums }) => [count, ...sums])
  const total =
    how === 'sum'
      ? figures.reduce((sum, row) => sum.map((figure, index) => figure + (row[index] ?? 0)))
      : (figures.at(-1) ?? []).map((figure, index) => figure - (figures[0]?.[index] ?? 0))
  const parts = labelled.map(
    ({ call, conditions, count, sums }) =>
      `${conditions === '' ? '' : `${conditions}: `}${formatRecordCount(resolveCollection(call), count)}${names.length === 0 ? '' : `, ${formatAmount(names, sums)}`}`,
  )
  yield {
    kind: 'delta',
    text: `${parts.join(', ')}입니다. ${formatResult(how, { labelled, names, total, isOverTime })}`,
  }
  const part: TablePart = {
    kind: 'table',
    title: books.map(getReadableLabel).join(', '),
    columns: [
      { label: isOverTime ? '기간' : '구분', kind: 'text' },
      { label: '건수', kind: 'number' },
      ...names.map((label) => ({ label, kind: 'won' as const })),
    ],
    rows: labelled.map(({ label, count, sums }) => [label, count, ...sums]),
    ...((how === 'sum' || labelled.length === 2) && { total: [how === 'sum' ? '합계' : '차이', ...total] }),
    count: labelled.length,
    link: createListLink(resolveCollection(first), toQuery(toRecordQuestion(first)), null),
  }
  yield { kind: 'part', part }
}

async function measure(call: PlannedCall, knowledge: Knowledge): Promise<Figures> {
  const period = findPeriod(call)
  if (call.tool === 'card_totals') {
    // The amounts are texts, which only the tool adds up.
    const { parts } = await cardUsageTotals.run({ ...call.input, by: null }, knowledge)
    const [table, text] = [parts.find(({ kind }) => kind === 'table'), parts.find(({ kind }) => kind === 'text')]
    const row = table?.kind === 'table' ? (table.rows[0] ?? []) : []
    const [, conditions = ''] = /^(.*): /.exec(text?.kind === 'text' ? text.text : '') ?? []
    return { conditions, period, count: Number(row[0] ?? 0), sums: [Number(row.at(-1) ?? 0)] }
  }
  const collection = resolveCollection(call)
  const query = toQuery(toRecordQuestion(call))
  const { office } = knowledge
  const added = await office?.sum(collection, query, { sums: listSums(call), by: null })
  return { conditions: formatConditions(collection, query), period, count: added?.count ?? 0, sums: added?.sums ?? [] }
}

function toRecordQuestion(call: PlannedCall) {
  return { sort: [], ...call.input, collection: resolveCollection(call) }
}

export function listSums(call: PlannedCall): readonly string[] {
  return call.tool === 'sum_records' || call.tool === 'find_records' ? call.input.sums : []
}

/** The names of the amounts that a call adds up. */
export function listAmounts(call: PlannedCall): readonly string[] {
  if (call.tool === 'card_totals') return ['금액']
  return listSums(call).map((path) => findLabel(resolveCollection(call), path))
}

/** The first day of the period that a call is about. */
function findPeriod(call: PlannedCall): string | null {
  if (call.tool === 'card_totals') return call.input.from
  const days = call.input.filters.find(
    (filter) =>
      filter.op === 'between' && typeof filter.to === 'string' && isDay(resolveCollection(call), filter.field),
  )
  return days?.op === 'between' ? String(days.from) : null
}

/** What only one of the answers is about. */
function labelPart(
  { call, conditions }: Figures & { readonly call: PlannedCall },
  all: readonly (Figures & { readonly call: PlannedCall })[],
): string {
  if (call.tool === 'sum_records' && call.period !== undefined) return call.period
  const book = getReadableLabel(resolveCollection(call))
  const others = all.filter((other) => other.call !== call).map((other) => other.conditions.split(' · '))
  const own = conditions.split(' · ').filter((text) => !others.every((parts) => parts.includes(text)))
  const label = own.join(' · ')
  return label === '' || all.some((other) => resolveCollection(other.call) !== resolveCollection(call))
    ? `${book} ${label}`.trim()
    : label
}

function formatAmount(names: readonly string[], sums: readonly number[]): string {
  const name = names.length === 1 ? names[0] : '비용'
  return `${name} 합계 ${formatNumber(addUp(sums))}원`
}

function addUp(sums: readonly number[]): number {
  return sums.reduce((total, sum) => total + sum, 0)
}

function formatResult(
  how: Combination['how'],
  {
    labelled,
    names,
    total,
    isOverTime,
  }: {
    readonly labelled: readonly (Figures & { readonly call: PlannedCall; readonly label: string })[]
    readonly names: readonly string[]
    readonly total: readonly number[]
    readonly isOverTime: boolean
  },
): string {
  const [count = 0, ...sums] = total
  if (how === 'sum')
    return `합하면 ${formatNumber(count)}건${names.length === 0 ? '' : `, ${formatAmount(names, sums)}`}입니다.`
  const weigh = (part: Figures) => (names.length === 0 ? part.count : addUp(part.sums))
  const name = names.length === 0 ? '' : names.length === 1 ? `${names[0]} ` : '비용 '
  const show = (figure: number) => `${name}${formatNumber(Math.abs(figure))}${names.length === 0 ? '건' : '원'}`
  const ranked = labelled.toSorted((a, b) => (weigh(b) - weigh(a)) * (how === 'smallest' ? -1 : 1))
  const [top, next] = ranked
  if (!top || !next || weigh(top) === weigh(next)) return '차이가 없습니다.'
  const difference = names.length === 0 ? count : addUp(sums)
  if (how === 'difference' && isOverTime) return `${show(difference)} ${difference > 0 ? '늘었습니다' : '줄었습니다'}.`
  const quoted = `‘${top.label}’${pickParticle(top.label, '이/가')}`
  const direction = how === 'smallest' ? '적습니다' : '많습니다'
  return ranked.length > 2
    ? `${quoted} ${show(weigh(top))}으로 가장 ${direction}.`
    : `${quoted} ${show(weigh(top) - weigh(next))} 더 ${direction}.`
}

/** The comparisons of a question about two periods, one per book: 지난달보다 이번 달. */
export function findComparisons(calls: readonly ReducedCall[]): readonly Combination[] {
  const books = [...new Set(calls.map(({ call }) => resolveCollection(call)))]
  const pairs = books.map((book) => calls.map(({ call }) => call).filter((call) => resolveCollection(call) === book))
  const isPair = ([first, second, third]: readonly PlannedCall[]) =>
    first && second && !third && findPeriod(first) !== findPeriod(second) && [first, second].every(isOfPeriod)
  return pairs.every(isPair) ? pairs.map((pair) => ({ how: 'difference', calls: pair })) : []
}

function isOfPeriod(call: PlannedCall): boolean {
  return call.tool === 'card_totals' || (call.tool === 'sum_records' && call.period !== undefined)
}

/** Whether no record is in both answers, so that they can be added up. */
export function areApart(a: PlannedCall, b: PlannedCall): boolean {
  const collection = resolveCollection(a)
  if (collection !== resolveCollection(b)) return true
  if (a.tool === 'card_totals' && b.tool === 'card_totals') {
    if (a.input.to < b.input.from || b.input.to < a.input.from || isOtherKind(a.input, b.input)) return true
  }
  const [own, other] = [a.input.search, b.input.search]
  if (own !== '' && other !== '' && !own.includes(other) && !other.includes(own)) return true
  return a.input.filters.some((filter) =>
    b.input.filters.some((second) => filter.field === second.field && exclude(filter, second, collection)),
  )
}

type CardInput = Extract<PlannedCall, { tool: 'card_totals' }>['input']

function isOtherKind(a: CardInput, b: CardInput): boolean {
  const [own, other] = [a, b].map(({ purpose, kinds }) => (purpose === null ? kinds : [purpose]))
  if (!own?.length || !other?.length) return false
  const isOfPurpose = (kind: string, { purpose }: CardInput) => purpose !== null && parsePurpose(kind) === purpose
  return (
    !own.some((kind) => other.includes(kind) || isOfPurpose(kind, b)) && !other.some((kind) => isOfPurpose(kind, a))
  )
}

/** Whether no value meets both conditions. */
function exclude(a: Filter, b: Filter, collection: CollectionName): boolean {
  if (a.op === 'between' && b.op === 'between') {
    const isBefore = (end: string | number | null, start: string | number | null) =>
      end !== null && start !== null && end < start
    return isBefore(a.to, b.from) || isBefore(b.to, a.from)
  }
  if (a.op === 'contains' && b.op === 'contains') return !a.text.includes(b.text) && !b.text.includes(a.text)
  const [values, others] = [listValues(a), listValues(b)]
  if (values && others) return !values.some((value) => others.includes(value))
  // Empty, and any value.
  const [list, range] = values ? [values, b] : [others, a]
  return (
    list?.length === 1 && list[0] === null && range.op === 'between' && findFieldByPath(collection, a.field) !== null
  )
}

function listValues(filter: Filter): readonly unknown[] | null {
  if (filter.op === 'equals') return [filter.value]
  return filter.op === 'one_of' ? filter.values : null
}
