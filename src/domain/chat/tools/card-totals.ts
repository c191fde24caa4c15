import { z } from 'zod'
import { shownRows, type TablePart } from '#contract/chat/answer.ts'
import { isDate } from '#contract/records/is-date.ts'
import { cardPurposes, purposeOf } from '../../ledgers/card-usage.ts'
import {
  cardMonths,
  cardStores,
  cardTotals,
  type CardMonth,
  type CardTotals,
  type StoreTotal,
} from '../../ledgers/card-totals.ts'
import { formatDay } from '../../dates/office-date.ts'
import { instantsOfDays } from '../../dates/office-moment.ts'
import { labelledText } from './labelled-text.ts'
import { hasOffice, refusal } from './record-tools.ts'
import type { Tool } from './tool.ts'

const day = z.string().refine(isDate)
const schema = z.strictObject({
  from: day,
  to: day,
  search: z.string().max(100).default(''),
  by: z.enum(['store', 'month']).nullable().default(null),
  purpose: z.enum(cardPurposes).nullable().default(null),
})

/**
 * Card usage in a range of days by purpose. Amounts arrive as text, so the database can't add them
 * up.
 */
export const cardUsageTotals: Tool<typeof schema> = {
  name: 'card_totals',
  description:
    'What was paid by the office card from one day to another (YYYY-MM-DD, both included), in won, by purpose; `search`: only where the shop or the note holds these words; `by`: by shop, the largest first, or by month; `purpose`: of this purpose alone.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '카드사용내역을 더하고 있습니다.',
  async run({ from, to, search, by, purpose }, { office }) {
    if (!office?.collections.has('card-usage')) return refusal('not permitted')
    const range = instantsOfDays(from, to)
    const query = {
      filters: [{ op: 'between' as const, field: 'created_at', ...range }],
      search,
      sort: [{ field: 'created_at', direction: 'asc' as const }],
    }
    const { rows, count } = await office.find('card-usage', query, { limit: maxUses, sums: [] })
    if (count > maxUses) return refusal('too many: ask for a shorter time')
    const all = rows.map(({ record }) => ({
      created_at: String(record['created_at']),
      pay: textOrNull(record['pay']),
      purpose: textOrNull(record['purpose']),
      store_name: textOrNull(record['store_name']),
    }))
    const uses = purpose === null ? all : all.filter((use) => purposeOf(use.purpose) === purpose)
    const sums = cardTotals(uses, range)
    const conditions = [
      from === to ? formatDay(from) : `${formatDay(from)} ~ ${formatDay(to)}`,
      purpose,
      search === '' ? null : `검색어 ‘${search}’`,
    ]
    const condition = conditions.filter((text) => text !== null).join(' · ')
    const text = `${condition}: 카드사용내역 ${sums.count.toLocaleString('ko-KR')}건, 합계 ${sums.total.toLocaleString('ko-KR')}원입니다.`
    const link = {
      label: '카드사용내역에서 같은 기간 열기',
      href: `/staff/card-report?mode=period&start=${from}&end=${to}`,
    }
    const figures =
      by === 'store'
        ? storeLines(cardStores(uses, range), sums)
        : by === 'month'
          ? monthLines(cardMonths(uses, { first: from.slice(0, 7), last: to.slice(0, 7) }), sums)
          : purposeLine(sums)
    const table: TablePart = { kind: 'table', title: '카드사용내역', link, ...figures }
    return { parts: [{ kind: 'text', text }, table], text: labelledText(table) }
  },
}

type Figures = Omit<TablePart, 'kind' | 'title' | 'link'>

function purposeLine({ count, total, byPurpose }: CardTotals): Figures {
  return {
    columns: [
      { label: '건수', kind: 'number' },
      ...cardPurposes.map((label) => ({ label, kind: 'won' as const })),
      { label: '합계', kind: 'won' },
    ],
    rows: [[count, ...cardPurposes.map((purpose) => byPurpose[purpose]), total]],
    count: 1,
  }
}

function monthLines(months: readonly CardMonth[], { total, byPurpose }: CardTotals): Figures {
  const sumsOf = (sums: CardTotals['byPurpose']) => cardPurposes.map((purpose) => sums[purpose])
  return {
    columns: [
      { label: '월', kind: 'text' },
      ...cardPurposes.map((label) => ({ label, kind: 'won' as const })),
      { label: '합계', kind: 'won' },
    ],
    rows: months.slice(-shownRows).map((one) => {
      const sums = sumsOf(one.byPurpose)
      return [one.month, ...sums, sums.reduce((all, sum) => all + sum, 0)]
    }),
    total: ['합계', ...sumsOf(byPurpose), total],
    count: months.length,
  }
}

function storeLines(stores: readonly StoreTotal[], { count, total }: CardTotals): Figures {
  return {
    columns: [
      { label: '사용처', kind: 'text' },
      { label: '건수', kind: 'number' },
      { label: '금액', kind: 'won' },
    ],
    rows: stores.slice(0, shownRows).map((one) => [one.store, one.count, one.total]),
    total: ['합계', count, total],
    count: stores.length,
  }
}

/** More in one answer would make a device slow; an office has a few thousand a year. */
const maxUses = 50_000

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
