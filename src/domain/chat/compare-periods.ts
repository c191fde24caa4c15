import type { z } from 'zod'
import type { CollectionName } from '#contract/books/collections.ts'
import type { TablePart } from '#contract/chat/answer.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { EngineStep, Knowledge, OfficeData } from './knowledge.ts'
import type { ReducedCall } from './planned-calls.ts'
import {
  createListLink,
  findLabel,
  formatConditions,
  formatRecordCount,
  getReadableLabel,
} from './tools/format-answer.ts'
import { cardUsageTotals } from './tools/ledger-tools.ts'
import { type RecordQuestion, toQuery } from './tools/record-question.ts'
import { sumRecords } from './tools/record-tools.ts'

/** One of the two periods that a question compares. */
interface ComparedPeriod {
  readonly label: string
  readonly input: RecordQuestion & { readonly sums: readonly string[] }
}

/** The figures of both periods, and their difference: 지난달보다 늘었어. */
export async function* comparePeriods(
  [before, after]: readonly [ComparedPeriod, ComparedPeriod],
  office: OfficeData,
): AsyncGenerator<EngineStep> {
  const { collection, sums } = after.input
  yield { kind: 'tool', name: sumRecords.name, label: `${getReadableLabel(collection)}에서 비교하고 있습니다.` }
  const [first, second] = await Promise.all([measurePeriod(before, office), measurePeriod(after, office)])
  const differences = second.map((figure, index) => figure - (first[index] ?? 0))
  const link = createListLink(collection, toQuery(after.input), null)
  yield { kind: 'delta', text: formatComparison(collection, { before, after, first, second }) }
  const part: TablePart = {
    kind: 'table',
    title: getReadableLabel(collection),
    columns: [
      { label: '기간', kind: 'text' },
      { label: '건수', kind: 'number' },
      ...sums.map((path) => ({ label: findLabel(collection, path), kind: 'won' as const })),
    ],
    rows: [
      [before.label, ...first],
      [after.label, ...second],
    ],
    total: ['차이', ...differences],
    count: 2,
    link,
  }
  yield { kind: 'part', part }
}

/** The count and the sums of a period. */
async function measurePeriod({ input }: ComparedPeriod, office: OfficeData): Promise<readonly number[]> {
  const { count, sums } = await office.sum(input.collection, toQuery(input), { sums: input.sums, by: null })
  return [count, ...sums]
}

function formatComparison(
  collection: CollectionName,
  compared: {
    readonly before: ComparedPeriod
    readonly after: ComparedPeriod
    readonly first: readonly number[]
    readonly second: readonly number[]
  },
): string {
  const { before, after, first, second } = compared
  const counts = `${formatConditions(collection, toQuery(before.input))}: ${formatRecordCount(collection, first[0] ?? 0)}, ${formatConditions(collection, toQuery(after.input))}: ${formatRecordCount(collection, second[0] ?? 0)}입니다.`
  const { sums } = after.input
  const addUp = ([count = 0, ...amounts]: readonly number[]) =>
    sums.length === 0 ? count : amounts.reduce((total, sum) => total + sum, 0)
  const difference = addUp(second) - addUp(first)
  const figure = sums.length === 1 ? `${findLabel(collection, sums[0] ?? '')} ` : '비용 '
  const amount = `${sums.length === 0 ? '' : figure}${formatNumber(Math.abs(difference))}${sums.length === 0 ? '건' : '원'}`
  return `${counts} ${difference === 0 ? '차이가 없습니다.' : `${amount} ${difference > 0 ? '늘었습니다' : '줄었습니다'}.`}`
}

/**
 * The two calls of a comparison if this is the first of them, `later` if it is the second, and null
 * for any other call.
 */
export function pairPeriods(calls: readonly ReducedCall[], index: number) {
  const periods = calls.flatMap(({ call }, at) =>
    call.tool === 'sum_records' && call.period !== undefined ? [{ at, label: call.period, input: call.input }] : [],
  )
  const own = periods.find(({ at }) => at === index)
  const [first, second] = periods.filter(({ input }) => input.collection === own?.input.collection)
  if (!own || !first || !second) return null
  return own === first ? ([first, second] as const) : ('later' as const)
}

/** How much more was paid by card in the second of two periods; null if the calls aren't of two. */
export async function compareCardUse(calls: readonly ReducedCall[], knowledge: Knowledge): Promise<string | null> {
  const inputs = calls.flatMap(({ call, dropped }) =>
    call.tool === 'card_totals' && dropped === '' ? [call.input] : [],
  )
  const [first, second, third] = inputs
  if (!first || !second || third || calls.length > 2 || first.from === second.from) return null
  const [before, after] = await Promise.all([readCardTotal(first, knowledge), readCardTotal(second, knowledge)])
  const difference = after - before
  return difference === 0
    ? '\n차이가 없습니다.'
    : `\n나중 기간이 ${formatNumber(Math.abs(difference))}원 ${difference > 0 ? '많습니다' : '적습니다'}.`
}

/** Adds up as the answer does, because the amounts are texts. */
async function readCardTotal(
  input: z.output<typeof cardUsageTotals.parameters>,
  knowledge: Knowledge,
): Promise<number> {
  const { parts } = await cardUsageTotals.run({ ...input, by: null }, knowledge)
  const table = parts.find((part) => part.kind === 'table')
  return Number(table?.rows[0]?.at(-1) ?? 0)
}
