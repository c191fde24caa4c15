import type { Book, RecordOf } from './field.ts'

export const inquiryStates = [
  // Only new inquiries get a color that asks for attention.
  { value: 'new', label: '새 문의', tone: 'primary' },
  { value: 'in_progress', label: '처리중', tone: 'info' },
  { value: 'done', label: '완료', tone: 'good' },
] as const

/**
 * Call that receives an inquiry. Defined here and not in inquiries/inquiries.ts, because zod is too
 * heavy for a visitor's first page.
 */
export const contactPath = '/api/contact/'

/** Formats of e-mail address and telephone number with their error messages. */
export const inquiryFormats = {
  email: {
    pattern: /^[^\s@<>"']+@(?:[^\s@<>"'.]+\.)+[^\s@<>"'.]+$/,
    error: '이메일 주소를 확인해 주세요. 예: name@example.com',
  },
  phone: { error: '연락처를 숫자로 확인해 주세요. 예: 010-1234-5678' },
} as const

/** Messages for missing contact details and missing consent. */
export const inquiryErrors = {
  reach: '연락처나 이메일 가운데 하나는 입력해 주세요.',
  consent: '개인정보 수집·이용에 동의해 주세요.',
} as const

/** Maximum characters of a visitor's texts; the form, the server and the mirror count alike. */
export const inquiryLimits = { name: 50, phone: 30, email: 100, subject: 100, message: 5000 } as const

/**
 * Inquiry 문의. What the visitor wrote is never changed; staff set state, assignee and note.
 * `assignee` holds the name of a member of staff, like `decided_by` of a leave request, so that it
 * reads the same in tables, conflicts and the outbox, online and offline.
 */
export const inquiryBook = {
  name: 'inquiries',
  label: '문의',
  noun: '문의',
  path: '/api/staff/inquiries/',
  screen: { path: '/staff/inquiries' },
  hasWindow: true,
  creatableBy: 'visitor',
  leavesNoCopy: true,
  filters: [{ key: 'state', field: 'state', op: 'one_of' }],
  deleteQuestion: "'{subject}' 문의를 삭제하시겠습니까?",
  searchHint: '이름·제목·내용·연락처, 초성',
  // Literals, so that the contact page's bundle can drop the description. Staff neither create nor
  // delete inquiries.
  wordings: {
    create: {
      step: '추가',
      done: '문의가 추가되었습니다. ({subject})',
      failed: '문의 추가 실패: 알 수 없는 오류',
      failedBecause: '문의 추가 실패: {reason}',
    },
    update: {
      step: '수정',
      done: '문의가 수정되었습니다. ({subject})',
      failed: '문의 수정 실패: 알 수 없는 오류',
      failedBecause: '문의 수정 실패: {reason}',
    },
    delete: {
      step: '삭제',
      done: '문의가 삭제되었습니다. ({subject})',
      failed: '문의 삭제 실패: 알 수 없는 오류',
      failedBecause: '문의 삭제 실패: {reason}',
    },
  },
  card: { title: 'name', note: 'subject', place: 'message', day: 'received_at' },
  groups: { handling: '처리', content: '문의 내용' },
  fields: [
    {
      key: 'state',
      label: '상태',
      kind: 'enum',
      group: 'handling',
      pinned: true,
      required: true,
      width: 96,
      choices: inquiryStates,
    },
    {
      key: 'received_at',
      label: '접수 일시',
      kind: 'datetime',
      group: 'content',
      pinned: true,
      editable: false,
      width: 140,
    },
    {
      key: 'name',
      label: '이름',
      kind: 'text',
      group: 'content',
      pinned: true,
      required: true,
      editable: false,
      maxLength: inquiryLimits.name,
      width: 96,
      searched: true,
    },
    {
      key: 'subject',
      label: '제목',
      kind: 'text',
      group: 'content',
      required: true,
      editable: false,
      maxLength: inquiryLimits.subject,
      width: 220,
      searched: true,
    },
    {
      key: 'message',
      label: '문의 내용',
      kind: 'text',
      group: 'content',
      required: true,
      editable: false,
      maxLength: inquiryLimits.message,
      width: 280,
      searched: true,
    },
    {
      key: 'assignee',
      label: '담당자',
      kind: 'text',
      repeats: true,
      group: 'handling',
      maxLength: 100,
      width: 96,
      searched: true,
    },
    { key: 'note', label: '메모', kind: 'text', group: 'handling', maxLength: 1000, width: 200, searched: true },
    {
      key: 'phone',
      label: '연락처',
      kind: 'text',
      group: 'content',
      editable: false,
      maxLength: inquiryLimits.phone,
      width: 128,
      searched: true,
      reach: 'tel',
    },
    {
      key: 'email',
      label: '이메일',
      kind: 'text',
      group: 'content',
      editable: false,
      maxLength: inquiryLimits.email,
      width: 180,
      searched: true,
      reach: 'mailto',
    },
    {
      key: 'consented_at',
      label: '동의 일시',
      kind: 'datetime',
      group: 'content',
      editable: false,
      shown: false,
      width: 140,
    },
  ],
} as const satisfies Book

export type Inquiry = RecordOf<typeof inquiryBook>
