import type { Book, RecordOf } from './field.ts'
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
    {
      key: 'requester_name',
      label: '신청자',
      kind: 'text',
      group: 'basic',
      pinned: true,
      editable: false,
      width: 104,
      searched: true,
    },
    { key: 'state', label: '상태', kind: 'enum', group: 'decision', width: 84, choices: leaveStates },
    { key: 'type', label: '휴가 종류', kind: 'enum', group: 'basic', required: true, width: 96, choices: leaveTypes },
    { key: 'half', label: '반차 시간', kind: 'enum', group: 'basic', shown: false, width: 96, choices: leaveHalves },
    { key: 'startDate', label: '시작일', kind: 'date', group: 'basic', required: true, width: 112 },
    { key: 'endDate', label: '종료일', kind: 'date', group: 'basic', required: true, width: 112 },
    {
      key: 'reason',
      label: '사유',
      kind: 'text',
      group: 'basic',
      required: true,
      maxLength: 500,
      width: 220,
      searched: true,
    },
    { key: 'comment', label: '검토 의견', kind: 'text', group: 'decision', maxLength: 500, width: 200 },
    { key: 'decided_by', label: '결정자', kind: 'text', group: 'decision', editable: false, width: 96 },
    { key: 'decided_at', label: '결정 일시', kind: 'datetime', group: 'decision', editable: false, width: 140 },
    { key: 'requester_id', label: '신청자 번호', kind: 'text', group: 'basic', editable: false, shown: false },
  ],
} as const satisfies Book

export type LeaveRequest = RecordOf<typeof leaveRequestBook>

function leaveWording(name: string, doneWord: string): Wording {
  return {
    step: `휴가 ${name}`,
    done: `휴가 신청이 ${doneWord}되었습니다.`,
    failed: `휴가 ${name} 실패: 알 수 없는 오류`,
    failedBecause: `휴가 ${name} 실패: {reason}`,
  }
}
