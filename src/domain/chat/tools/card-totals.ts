import { z } from 'zod'
import { isDate } from '#contract/is-date.ts'
import { cardPurposes } from '../../card-usage.ts'
import { cardTotals } from '../../card-totals.ts'
import { instantsOfDays } from '../../office-moment.ts'
import { hasOffice, refusal } from './record-tools.ts'
import type { Tool } from './tool.ts'

const day = z.string().refine(isDate)
const schema = z.strictObject({ from: day, to: day, search: z.string().max(100).default('') })

/** Card usage of a range of days by purpose (spec 1 §2.3): its amounts are received as text, so that no database adds them up. */
export const cardUsageTotals: Tool<typeof schema> = {
  name: 'card_totals',
  description:
    'What was paid by the office card from one day to another (YYYY-MM-DD, both included), in won, by purpose; `search`: only where the shop or the note holds these words.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '카드사용내역을 더하고 있습니다.',
  async run({ from, to, search }, { office }) {
    if (!office?.collections.has('card-usage')) return refusal('not permitted')
    const range = instantsOfDays(from, to)
    const query = {
      filters: [{ op: 'between' as const, field: 'created_at', ...range }],
      search,
      sort: [{ field: 'created_at', direction: 'asc' as const }],
    }
    const { rows, count } = await office.find('card-usage', query, mostUses)
    if (count > mostUses) return refusal('too many: ask for a shorter time')
    const uses = rows.map(({ record }) => ({
      created_at: String(record['created_at']),
      pay: textOrNull(record['pay']),
      purpose: textOrNull(record['purpose']),
    }))
    const { total, byPurpose } = cardTotals(uses, range)
    const days = `${from === to ? from : `${from} ~ ${to}`}${search === '' ? '' : ` · 검색어 ‘${search}’`}`
    return {
      parts: [
        {
          kind: 'text',
          text: `${days}: 카드사용내역 ${count.toLocaleString('ko-KR')}건, 합계 ${total.toLocaleString('ko-KR')}원입니다.`,
        },
        {
          kind: 'table',
          title: '카드사용내역',
          columns: [
            { label: '건수', kind: 'number' },
            ...cardPurposes.map((label) => ({ label, kind: 'won' as const })),
            { label: '합계', kind: 'won' },
          ],
          rows: [[count, ...cardPurposes.map((purpose) => byPurpose[purpose]), total]],
          count: 1,
          link: {
            label: '카드사용내역에서 같은 기간 열기',
            href: `/staff/card-report?mode=period&start=${from}&end=${to}`,
          },
        },
      ],
      text: JSON.stringify({ count, total, byPurpose }),
    }
  },
}

/** More in one answer would make a device slow; an office has some thousand a year. */
const mostUses = 50_000

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
