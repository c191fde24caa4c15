import { z } from 'zod'
import { shownRows, type TablePart } from '#contract/chat/answer.ts'
import { everyRecord, filterSchema } from '#contract/records/query.ts'
import { isDate } from '#contract/records/values.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  type CardMonth,
  cardPurposes,
  type CardTotals,
  parseAmount,
  parsePurpose,
  type StoreTotal,
  sumByMonth,
  sumByPurpose,
  sumByStore,
} from '#domain/card-usage/card-usage.ts'
import { firstDay, formatDay } from '#domain/dates/office-date.ts'
import { formatMoment, toInstantBounds } from '#domain/dates/office-moment.ts'
import { computeBalance } from '#domain/quick-delivery/quick-balance.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'
import { formatConditions, formatLabelled } from './format-answer.ts'
import { findQuestionError } from './record-question.ts'
import { createRefusal, hasOffice } from './record-tools.ts'
import type { Tool } from './tool.ts'

const daySchema = z.string().refine(isDate)
const cardSchema = z.strictObject({
  from: daySchema,
  to: daySchema,
  search: z.string().max(100).default(''),
  filters: z.array(filterSchema).max(10).default([]),
  by: z.enum(['store', 'kind', 'month', 'use']).nullable().default(null),
  purpose: z.enum(cardPurposes).nullable().default(null),
  /** Only uses whose own 구분 contains one of these words: 주유, 주차. */
  kinds: z.array(z.string().max(100)).max(20).default([]),
  /** In won, both included; null leaves a side open. */
  amount: z.strictObject({ from: z.int().nullable(), to: z.int().nullable() }).nullable().default(null),
  /** Of single uses; the latest first without it. */
  order: z.enum(['largest', 'smallest']).nullable().default(null),
  limit: z.int().min(1).max(shownRows).default(shownRows),
  /** Adds the average of a single use. */
  average: z.boolean().default(false),
})

/**
 * Card usage in a range of days by purpose. Amounts arrive as text, so the database can't add them
 * up.
 */
export const cardUsageTotals: Tool<typeof cardSchema> = {
  name: 'card_totals',
  description:
    'What was paid by the office card from one day to another (YYYY-MM-DD, both included), in won, by purpose; `search`: only where the shop or the note holds these words; `by`: by shop or by its own 구분, the largest first, by month, or every single use; `purpose`: of this purpose alone; `kinds`: only uses whose 구분 contains one of these words; `amount`: only uses within these won.',
  parameters: cardSchema,
  isOffered: hasOffice,
  label: () => '카드사용내역을 더하고 있습니다.',
  async run(input, { office }) {
    const { from, to, search, filters, by, purpose, kinds } = input
    if (!office?.collections.has('card-usage')) return createRefusal('not permitted')
    const error = findQuestionError(office, { collection: 'card-usage', filters, search, sort: [] })
    if (error !== null) return createRefusal(error)
    const range = toInstantBounds(from, to)
    const query = {
      filters: [{ op: 'between' as const, field: 'created_at', ...range }, ...filters],
      search,
      sort: [{ field: 'created_at', direction: 'asc' as const }],
    }
    const { rows, count } = await office.find('card-usage', query, { limit: maxUses, sums: [] })
    if (count > maxUses) return createRefusal('too many: ask for a shorter time')
    const all = rows.map(({ record }) => ({
      created_at: String(record['created_at']),
      pay: textOrNull(record['pay']),
      purpose: textOrNull(record['purpose']),
      store_name: textOrNull(record['store_name']),
      note: textOrNull(record['note']),
    }))
    const uses = all.filter(
      (use) =>
        (purpose === null || parsePurpose(use.purpose) === purpose) &&
        isOfKind(use.purpose, kinds) &&
        isWithinAmount(use.pay, input.amount),
    )
    const sums = sumByPurpose(uses, range)
    const conditions = [
      from === firstDay ? null : from === to ? formatDay(from) : `${formatDay(from)} ~ ${formatDay(to)}`,
      purpose,
      kinds.length === 0 ? null : `구분 ${kinds.map((kind) => `‘${kind}’`).join(', ')}`,
      formatAmountRange(input.amount),
      filters.length === 0 ? null : formatConditions('card-usage', { filters, search: '', sort: [] }),
      search === '' ? null : `검색어 ‘${search}’`,
    ]
    const average =
      input.average && sums.count > 0 ? `, 한 건 평균 ${formatNumber(Math.round(sums.total / sums.count))}원` : ''
    const condition = conditions.filter((text) => text !== null).join(' · ')
    const text = `${condition === '' ? '' : `${condition}: `}카드사용내역 ${formatNumber(sums.count)}건, 합계 ${formatNumber(sums.total)}원${average}입니다.`
    const link = {
      label: '카드사용내역에서 같은 기간 열기',
      href: from === firstDay ? '/staff/card-report' : `/staff/card-report?mode=period&start=${from}&end=${to}`,
    }
    const figures =
      by === 'use'
        ? buildUseFigures(uses, input)
        : by === 'store' || by === 'kind'
          ? buildStoreFigures(sumByStore(by === 'kind' ? uses.map(nameByKind) : uses, range), sums, by)
          : by === 'month'
            ? sortByTotal(
                buildMonthFigures(sumByMonth(uses, { first: from.slice(0, 7), last: to.slice(0, 7) }), sums),
                input.order,
              )
            : buildPurposeFigures(sums)
    const table: TablePart = { kind: 'table', title: '카드사용내역', link, ...figures }
    return { parts: [{ kind: 'text', text }, table], text: formatLabelled(table) }
  },
}

type CardFigures = Omit<TablePart, 'kind' | 'title' | 'link'>

/** The month with the most first: 주차비 제일 많이 나온 달. */
function sortByTotal(figures: CardFigures, order: 'largest' | 'smallest' | null): CardFigures {
  const sorted = figures.rows.toSorted((a, b) => Number(b.at(-1)) - Number(a.at(-1)))
  return order === null ? figures : { ...figures, rows: order === 'largest' ? sorted : sorted.toReversed() }
}

function buildPurposeFigures({ count, total, byPurpose }: CardTotals): CardFigures {
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

function buildMonthFigures(months: readonly CardMonth[], { total, byPurpose }: CardTotals): CardFigures {
  const listSums = (sums: CardTotals['byPurpose']) => cardPurposes.map((purpose) => sums[purpose])
  return {
    columns: [
      { label: '월', kind: 'text' },
      ...cardPurposes.map((label) => ({ label, kind: 'won' as const })),
      { label: '합계', kind: 'won' },
    ],
    rows: months.slice(-shownRows).map((cardMonth) => {
      const sums = listSums(cardMonth.byPurpose)
      return [cardMonth.month, ...sums, sums.reduce((all, sum) => all + sum, 0)]
    }),
    total: ['합계', ...listSums(byPurpose), total],
    count: months.length,
  }
}

function buildStoreFigures(
  stores: readonly StoreTotal[],
  { count, total }: CardTotals,
  by: 'store' | 'kind',
): CardFigures {
  return {
    columns: [
      { label: by === 'kind' ? '구분' : '사용처', kind: 'text' },
      { label: '건수', kind: 'number' },
      { label: '금액', kind: 'won' },
    ],
    rows: stores.slice(0, shownRows).map((storeTotal) => [storeTotal.store, storeTotal.count, storeTotal.total]),
    total: ['합계', count, total],
    count: stores.length,
  }
}

interface CardUse {
  readonly created_at: string
  readonly pay: string | null
  readonly purpose: string | null
  readonly store_name: string | null
  readonly note: string | null
}

/** The use under its own 구분, to add up by it. */
function nameByKind(use: CardUse): CardUse {
  return { ...use, store_name: use.purpose ?? '없음' }
}

function isOfKind(purpose: string | null, kinds: readonly string[]): boolean {
  const text = normalizeForSearch(purpose ?? '')
  return (
    kinds.length === 0 ||
    kinds.some((kind) => text.includes(normalizeForSearch(kind)) || parsePurpose(purpose) === kind)
  )
}

function isWithinAmount(pay: string | null, amount: z.output<typeof cardSchema>['amount']): boolean {
  const won = parseAmount(pay)
  return amount === null || ((amount.from ?? -Infinity) <= won && won <= (amount.to ?? Infinity))
}

function formatAmountRange(amount: z.output<typeof cardSchema>['amount']): string | null {
  if (!amount) return null
  const [from, to] = [amount.from, amount.to].map((won) => (won === null ? null : `${formatNumber(won)}원`))
  if (from && to) return from === to ? `금액 ${from}` : `금액 ${from} ~ ${to}`
  return from ? `금액 ${from} 이상` : `금액 ${to ?? ''} 이하`
}

/** The single uses, the latest or the largest first. */
function buildUseFigures(
  uses: readonly CardUse[],
  { order, limit }: Pick<z.output<typeof cardSchema>, 'order' | 'limit'>,
): CardFigures {
  const sorted = uses.toReversed()
  if (order !== null) sorted.sort((a, b) => (order === 'largest' ? -1 : 1) * (parseAmount(a.pay) - parseAmount(b.pay)))
  return {
    columns: [
      { label: '사용처', kind: 'text' },
      { label: '일시', kind: 'text' },
      { label: '금액', kind: 'won' },
      { label: '구분', kind: 'text' },
      { label: '내용', kind: 'text' },
    ],
    rows: sorted
      .slice(0, limit)
      .map((use) => [
        use.store_name,
        formatMoment(use.created_at),
        parseAmount(use.pay),
        use.purpose ?? parsePurpose(use.purpose),
        use.note,
      ]),
    total: ['합계', null, uses.reduce((sum, { pay }) => sum + parseAmount(pay), 0), null, null],
    count: uses.length,
  }
}

/** More in one answer would make a device slow; an office has a few thousand a year. */
const maxUses = 50_000

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const leaveSchema = z.strictObject({})

/** The asker's own remaining annual leave of this year. */
export const leaveBalance: Tool<typeof leaveSchema> = {
  name: 'leave_balance',
  description: "The asker's own annual leave of this year: granted, used and left, in days.",
  parameters: leaveSchema,
  isOffered: hasOffice,
  label: () => '연차를 확인하고 있습니다.',
  async run(_input, { office }) {
    if (!office) return createRefusal('not permitted')
    const leave = await office.readLeaveBalance()
    const link = { label: '휴가신청 열기', href: '/staff/leave-request' }
    if (leave === null) {
      const text = '연차 일수를 아직 알 수 없습니다. 네트워크에 연결된 뒤에 휴가신청 화면에서 확인해 주세요.'
      return {
        parts: [
          { kind: 'text', text },
          { kind: 'sources', title: '출처', links: [link] },
        ],
        text,
      }
    }
    const { granted, used, left } = leave
    const sentence =
      left < 0
        ? `올해 연차를 ${-left}일 초과하여 쓰셨습니다.`
        : `올해 연차 ${granted}일 가운데 ${used}일을 쓰셨고 ${left}일이 남았습니다.`
    return {
      parts: [
        { kind: 'text', text: sentence },
        {
          kind: 'table',
          title: `${office.today.slice(0, 4)}년 연차`,
          columns: ['부여', '사용', '남음'].map((label) => ({ label: `${label}(일)`, kind: 'number' as const })),
          rows: [[granted, used, left]],
          count: 1,
          link,
        },
      ],
      text: JSON.stringify(leave),
    }
  },
}

const balanceSchema = z.strictObject({
  /** The balance at the end of this day; without it, the present one. */
  until: daySchema.optional(),
})

/** The remaining prepaid balance of quick deliveries. */
export const quickBalance: Tool<typeof balanceSchema> = {
  name: 'quick_balance',
  description: 'The prepaid balance of quick deliveries: topped up, used and left, in won.',
  parameters: balanceSchema,
  isOffered: hasOffice,
  label: () => '퀵 잔액을 확인하고 있습니다.',
  async run({ until }, { office }) {
    if (!office?.collections.has('quick-deliveries')) return createRefusal('not permitted')
    const range = toInstantBounds('', until ?? '')
    const query = until
      ? { ...everyRecord, filters: [{ op: 'between' as const, field: 'created_at', ...range }] }
      : everyRecord
    const day = until ? `${formatDay(until)} ` : ''
    const { groups } = await office.sum('quick-deliveries', query, { sums: ['amount'], by: { field: 'status' } })
    // A group's sum affects the balance like one record of that amount.
    const lines = groups.map(({ value, sums }) => ({ status: String(value ?? ''), amount: sums[0] ?? 0 }))
    const { total_balance: topUps, total_amount: used, available_balance: left } = computeBalance(lines)
    return {
      parts: [
        { kind: 'text', text: `${day}퀵 잔액은 ${formatNumber(left)}원입니다.` },
        {
          kind: 'table',
          title: `${day}퀵 잔액`,
          columns: ['충전', '사용', '잔액'].map((label) => ({ label, kind: 'won' as const })),
          rows: [[topUps, used, left]],
          count: 1,
          link: { label: '퀵 열기', href: '/quick' },
        },
      ],
      text: JSON.stringify({ toppedUp: topUps, used, left }),
    }
  },
}
