import { expect, test } from 'vitest'
import { buildWaitingLines } from './waiting-lines.ts'

const noWaiting = {
  attention: 0,
  unsent: 0,
  newInquiries: null,
  leaveToDecide: null,
  failedTasks: 0,
  monthsToReview: null,
  alertsToLookAt: null,
  reportDue: null,
}

test('omits counts that are zero or unknown', () => {
  expect(buildWaitingLines(noWaiting)).toEqual([])
  expect(buildWaitingLines({ ...noWaiting, newInquiries: 0, leaveToDecide: 0 })).toEqual([])
})

test('puts lines that need action above those that proceed on their own', () => {
  const lines = buildWaitingLines({
    attention: 2,
    unsent: 7,
    newInquiries: 1,
    leaveToDecide: 3,
    failedTasks: 1,
    monthsToReview: 2,
    alertsToLookAt: 5,
    reportDue: { year: 2025, due_on: '2026-01-15', days: 3 },
  })
  expect(lines.map(({ label, count }) => [label, count])).toEqual([
    ['확인이 필요한 수정', 2],
    ['승인할 휴가신청', 3],
    ['새 문의', 1],
    ['만들지 못한 파일', 1],
    ['접속기록의 이상 징후', 5],
    ['접속기록 월별 점검', 2],
    ['2025년 사건 수임 보고', 1],
    ['보낼 작업', 7],
  ])
  expect(lines.map(({ isUrgent }) => isUrgent)).toEqual([true, true, true, true, true, true, true, false])
})

test('says until when the report is due, and how many days that is', () => {
  const reportDue = { year: 2025, due_on: '2026-01-15', days: -2 }
  expect(buildWaitingLines({ ...noWaiting, reportDue })).toMatchObject([
    { note: '2026.01.15까지 (2일 지남)', link: { to: '/staff/register', search: { tab: 'report', year: 2025 } } },
  ])
})
