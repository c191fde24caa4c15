import { z } from 'zod'
import { hasOffice, refusal } from './record-tools.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({})

/** The asker's own remaining annual leave of this year. */
export const leaveBalance: Tool<typeof schema> = {
  name: 'leave_balance',
  description: "The asker's own annual leave of this year: granted, used and left, in days.",
  parameters: schema,
  isOffered: hasOffice,
  label: () => '연차를 확인하고 있습니다.',
  async run(_input, { office }) {
    if (!office) return refusal('not permitted')
    const leave = await office.leaveLeft()
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
