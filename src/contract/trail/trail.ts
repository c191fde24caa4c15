import { z } from 'zod'
import { mirroredCollections } from '#contract/books/collections.ts'
import { choice, instant, serverText } from '#contract/books/field-builders.ts'
import type { Choice, RecordDescription } from '#contract/books/field.ts'
import { personDescription } from '#contract/people/people.ts'
import { containsResidentNumber } from '#contract/person-numbers/resident-number.ts'
import { buildGenericFileNames } from '#contract/records/generic-resource.ts'
import { filterDay, filterText, listTotalShape } from '#contract/records/list-query.ts'
import { instantSchema } from '#contract/records/values.ts'

/** Base of the calls about 접속기록, superusers only. */
export const trailPath = '/api/audit'

/** The logged acts with their texts in 접속기록. Add new ones here. */
export const trailActs = {
  sign_in: { label: '로그인', tone: 'plain' },
  sign_out: { label: '로그아웃', tone: 'plain' },
  session_end: { label: '기기 로그아웃', tone: 'warn' },
  session_reuse: { label: '로그인 정보 재사용', tone: 'danger' },
  /**
   * Invalid tokens or codes from one IP address; many are one row
   * (server/plugins/refusal-trail.ts).
   */
  proof_refused: { label: '로그인 거부', tone: 'danger' },
  /** Signed in but not allowed; many are one row. */
  not_permitted: { label: '권한 없음', tone: 'danger' },
  /** Written by the database (migration 0017), no matter which program changes the roles. */
  role_change: { label: '권한 변경', tone: 'warn' },
  factor_set_up: { label: '2단계 인증 등록', tone: 'good' },
  factor_removed: { label: '2단계 인증 삭제', tone: 'warn' },
  factor_passed: { label: '2단계 인증', tone: 'plain' },
  /** Many are one row, as with refusals. */
  factor_failed: { label: '2단계 인증 실패', tone: 'danger' },
  factor_locked: { label: '2단계 인증 잠금', tone: 'danger' },
  /**
   * An idle screen was unlocked with the PIN of its encrypted copy, or without one because the
   * server was unreachable (unencrypted copies).
   */
  unlock: { label: '화면 잠금 해제', tone: 'plain' },
  factor_reset: { label: '2단계 인증 초기화', tone: 'danger' },
  recovery_code_used: { label: '복구 코드 사용', tone: 'warn' },
  recovery_codes_made: { label: '복구 코드 발급', tone: 'warn' },
  /** A superuser's route called from an IP address that is not allowed. */
  admin_network_refused: { label: '관리 접속 거부', tone: 'danger' },
  read: { label: '열람', tone: 'plain' },
  list: { label: '목록 조회', tone: 'plain' },
  search: { label: '검색', tone: 'plain' },
  copy: { label: '기기로 복사', tone: 'plain' },
  /**
   * A device's encrypted copy can no longer be opened; the key of its unsent edits was returned to
   * their owner.
   */
  copy_key: { label: '오프라인 사본 키 발급', tone: 'warn' },
  create: { label: '추가', tone: 'good' },
  update: { label: '수정', tone: 'info' },
  delete: { label: '삭제', tone: 'warn' },
  destroy: { label: '파기', tone: 'danger' },
  /** A record is put on hold beyond its period, or released. */
  hold: { label: '보존', tone: 'warn' },
  /** Processing of a record is stopped for its person, or resumed. */
  block: { label: '처리정지', tone: 'warn' },
  /** All data about one person, for their request. */
  find_person: { label: '정보주체 찾기', tone: 'warn' },
  /** One person's number was shown, with a reason. */
  reveal: { label: '번호 열람', tone: 'warn' },
  find_number: { label: '번호로 찾기', tone: 'warn' },
  numbers_rotated: { label: '번호 암호화 키 교체', tone: 'info' },
  /** A document's file has arrived completely. */
  file_kept: { label: '파일 보관', tone: 'good' },
  import: { label: '가져오기', tone: 'good' },
  export: { label: '내보내기', tone: 'warn' },
  /** A month of the trail was signed off, or an alert reviewed. */
  review: { label: '점검', tone: 'good' },
  print: { label: '인쇄', tone: 'warn' },
  backup: { label: '백업', tone: 'plain' },
  restore: { label: '복원', tone: 'warn' },
} as const satisfies Record<string, Omit<Choice, 'value'>>

export type TrailAct = keyof typeof trailActs

/** Areas that are not books. */
const otherAreas = {
  [personDescription.name]: personDescription.label,
  audit: '접속기록',
  tasks: '작업',
  office: '사무소',
  'statutory-rates': '요율',
  'leave-allowance': '연차',
  'blog-posts': '소식',
  'official-letters': '공문',
  'letter-templates': '공문 서식',
  invitation: '직원 초대 링크',
  linked_account: '연결된 계정',
  'calendar-feeds': '캘린더 구독',
  chat: 'AI 채팅',
  'paper-contents': '서류 파일',
  retention: '보유기간',
  destruction: '파기 대상',
  'person-requests': '정보주체 요청',
  'privacy-recipients': '수탁자',
}

export const actChoices: readonly Choice[] = Object.entries(trailActs).map(([value, word]) => ({ value, ...word }))

/** Display names of the areas, by collection. */
export const areaChoices: readonly Choice[] = [
  ...Object.entries(mirroredCollections).map(([value, { label }]) => ({ value, label })),
  ...Object.entries(otherAreas).map(([value, label]) => ({ value, label })),
]

/**
 * 접속기록: who saw, changed, printed or exported whose data, when and from where. An act or area
 * without a label is shown as stored.
 */
export const trailDescription = {
  name: 'audit',
  label: '접속기록',
  groups: { basic: '기본 정보' },
  fields: [
    instant('at', '일시', { pinned: true, editable: false, width: 148 }),
    serverText('user_name', '사용자', { width: 152 }),
    choice('act', '행위', { editable: false, width: 136 }, actChoices),
    choice('collection', '업무', { editable: false, width: 176 }, areaChoices),
    serverText('subject', '대상', { width: 220, grows: true }),
    serverText('address', '접속 주소', { width: 136 }),
  ],
} as const satisfies RecordDescription

const noNumber = filterText.refine(
  (text = '') => !containsResidentNumber(text),
  '주민등록번호로는 검색하거나 필터를 적용할 수 없습니다.',
)

/**
 * `name`: substring of the acting person's name; `act`: acts joined by commas; `subject`: words of
 * the person concerned; `address`: prefix of the address; `search`: words in name, act, area,
 * person concerned or address; `copies`: includes devices' offline copies, one row each. Filtering
 * for that act also includes them.
 */
export const trailFilterShape = {
  name: noNumber,
  act: filterText,
  subject: noNumber,
  address: filterText,
  start: filterDay,
  end: filterDay,
  search: noNumber,
  copies: z.enum(['', 'shown']).optional(),
}
export type TrailQuery = z.output<z.ZodObject<typeof trailFilterShape>>

/**
 * `GET /api/audit/`, newest first. A query without `after` is itself logged. `after` takes the
 * `next` of the previous page and continues that query without rows added since.
 */
export const trailQuerySchema = z.object({
  ...trailFilterShape,
  after: z
    .string()
    .regex(/^(|\d{1,15}~\d{1,15}~[\d:.TZ-]{20,30})$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

const trailEntrySchema = z.object({
  seq: z.int(),
  at: instantSchema,
  /** Empty if nobody was signed in. */
  user_name: z.string(),
  address: z.string().nullable(),
  act: z.string(),
  collection: z.string().nullable(),
  record_id: z.string().nullable(),
  subject: z.string().nullable(),
  /** Details to reconstruct the act: filters of a list, number of rows, changed field keys. */
  detail: z.unknown(),
})
export type TrailEntry = z.infer<typeof trailEntrySchema>

/** The total is returned with the first page only. `next` is null on the last page. */
export const trailPageSchema = z.object({
  results: z.array(trailEntrySchema),
  next: z.string().nullable(),
  ...z.object(listTotalShape).partial().shape,
})
export type TrailPage = z.infer<typeof trailPageSchema>

/** `GET export_excel`: named by today's date like every list. */
export const buildTrailExportNames = (today: string) => buildGenericFileNames(trailDescription, today)
