import { choice, date, instant, serverText, text } from './field-builders.ts'
import type { Book } from './field.ts'
import type { Wording } from './wordings.ts'

export const leaveTypes = [
  { value: 'annual', label: '연차' },
  { value: 'half_day', label: '반차' },
  { value: 'sick', label: '병가' },
  { value: 'other', label: '기타' },
] as const

export const leaveStates = [
  // A waiting request needs attention.
  { value: 'pending', label: '대기', tone: 'warn' },
  { value: 'approved', label: '승인', tone: 'good' },
  { value: 'refused', label: '반려', tone: 'danger' },
] as const

export const leaveHalves = [
  { value: 'morning', label: '오전' },
  { value: 'afternoon', label: '오후' },
] as const

/**
 * Leave request 휴가신청. The server sets the requester, who decided and when. Only superusers may
 * write `state` and `comment`; a new request is always 대기, regardless of its body.
 */
export const leaveRequestBook = {
  name: 'leave-requests',
  label: '휴가신청',
  noun: '휴가신청',
  path: '/api/staff/leave/',
  screen: { path: '/staff/leave-request' },
  creatableBy: 'self',
  filters: [{ key: 'state', field: 'state', op: 'equals' }],
  deleteQuestion: '휴가 신청을 취소하시겠습니까?',
  searchHint: '신청자·사유, 초성',
  wordings: {
    create: leaveWording('신청', '등록'),
    update: leaveWording('수정', '수정'),
    delete: leaveWording('취소', '취소'),
  },
  card: {
    title: 'requester_name',
    note: 'type',
    section: 'days',
    place: 'reason',
    state: 'state',
    day: 'startDate',
    amount: 'endDate',
  },
  groups: { basic: '신청 내용', decision: '승인' },
  fields: [
    serverText('requester_name', '신청자', { pinned: true, width: 104, searched: true }),
    choice('state', '상태', { group: 'decision', width: 84 }, leaveStates),
    choice('type', '휴가 종류', { required: true, width: 96 }, leaveTypes),
    choice('half', '반차 시간', { width: 96, shown: false }, leaveHalves),
    date('startDate', '시작일', { required: true, width: 112 }),
    date('endDate', '종료일', { required: true, width: 112 }),
    text('reason', '사유', 500, { required: true, width: 220, searched: true }),
    text('comment', '검토 의견', 500, { group: 'decision', width: 200 }),
    serverText('decided_by', '결정자', { group: 'decision', width: 96 }),
    instant('decided_at', '결정 일시', { group: 'decision', editable: false, width: 140 }),
    serverText('requester_id', '신청자 번호', { shown: false }),
  ],
} as const satisfies Book

function leaveWording(name: string, doneWord: string): Wording {
  return {
    step: `휴가 ${name}`,
    done: `휴가 신청이 ${doneWord}되었습니다.`,
    failed: `휴가 ${name} 실패: 알 수 없는 오류`,
    failedBecause: `휴가 ${name} 실패: {reason}`,
  }
}
