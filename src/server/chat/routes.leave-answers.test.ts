import { afterAll, expect, test } from 'vitest'
import { countLeaveDays } from '#domain/leave/leave.ts'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** Superusers ask about the leave and the people of the office. */
const { ask, readBooks, close } = await openStaffChat({ units: 20, addresses: 100, role: 'superuser' })
afterAll(close)
const requests = (await readBooks())['leave-requests'] ?? []

test.each([
  ['올해 연차 제일 많이 쓴 사람', ['annual', 'half_day'], '2026-01-01', '2026-12-31'],
  ['올해 휴가 누가 제일 많이 썼어', ['annual', 'half_day', 'sick', 'other'], '2026-01-01', '2026-12-31'],
  ['10월에 반차 제일 많이 쓴 직원', ['half_day'], '2026-10-01', '2026-10-31'],
  ['7월 연차 가장 많이 쓴 사람이 누구야', ['annual', 'half_day'], '2026-07-01', '2026-07-31'],
] as const)('%s: by the days of approved requests', async (question, types, from, to) => {
  const days = new Map<string, number>()
  for (const request of requests) {
    const { type, half, state, requester_name: name } = request
    const [start, end] = [String(request['startDate']), String(request['endDate'])]
    if (state !== 'approved' || !types.some((other) => other === type) || end < from || start > to) continue
    const startDate = start < from ? from : start
    const endDate = end > to ? to : end
    const length = countLeaveDays({ type: String(type), half: String(half ?? ''), startDate, endDate })
    days.set(String(name), (days.get(String(name)) ?? 0) + length)
  }
  const most = Math.max(...days.values())
  const { message, parts } = await ask(question)
  expect(message).toContain(`${most}일로`)
  for (const [name, length] of days) expect(message.includes(`‘${name}’`), name).toBe(length === most)
  expect(parts.flatMap((part) => (part.kind === 'table' ? part.rows.length : []))).toEqual([days.size])
})

test('requests that wait are in the order of their entry if asked who waits longest', async () => {
  const waiting = requests.filter(({ state }) => state === 'pending')
  const { message, parts } = await ask('대기 중인 휴가 신청', '누가 제일 오래 기다렸어')
  expect(message).toContain(`상태 대기 · 입력 일시 오름차순: 휴가신청 ${waiting.length}건`)
  const [first] = waiting.toSorted((a, b) => Number(a['inserted_at']) - Number(b['inserted_at']))
  expect(parts.find((part) => part.kind === 'table')?.rows[0]?.[0]).toBe(first?.['requester_name'])
})

test('people and decisions are on their screens', async () => {
  expect((await ask('대기 중인 휴가 신청', '승인해줘')).message).toContain('‘승인’이나 ‘반려’를 누릅니다.')
  const { parts } = await ask('직원 명단 보여줘')
  expect(parts.flatMap((part) => (part.kind === 'sources' ? part.links : []))).toEqual([
    { label: '사용자 관리 열기', href: '/settings?tab=people' },
  ])
})
