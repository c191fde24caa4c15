import { everyRecord } from '#contract/records/query.ts'
import { z } from 'zod'
import { balanceOf } from '../../ledgers/quick-balance.ts'
import { hasOffice, refusal } from './record-tools.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({})

/** The remaining prepaid balance of quick deliveries. */
export const quickBalance: Tool<typeof schema> = {
  name: 'quick_balance',
  description: 'The prepaid balance of quick deliveries: topped up, used and left, in won.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '퀵 잔액을 확인하고 있습니다.',
  async run(_input, { office }) {
    if (!office?.collections.has('quick-deliveries')) return refusal('not permitted')
    const { groups } = await office.sum('quick-deliveries', everyRecord, { sums: ['amount'], by: { field: 'status' } })
    // A group's sum affects the balance like one record of that amount.
    const lines = groups.map(({ value, sums }) => ({ status: String(value ?? ''), amount: sums[0] ?? 0 }))
    const { total_balance: topUps, total_amount: used, available_balance: left } = balanceOf(lines)
    return {
      parts: [
        { kind: 'text', text: `퀵 잔액은 ${left.toLocaleString('ko-KR')}원입니다.` },
        {
          kind: 'table',
          title: '퀵 잔액',
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
