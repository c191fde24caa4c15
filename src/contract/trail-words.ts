import { mirroredCollections } from './books/collections.ts'
import type { Choice } from './books/field.ts'
import { personDescription } from './people.ts'

/** The acts the office keeps a trail of (research/domain.md §4 R8), in the words of 접속기록. A new one is a line here. */
export const trailActs = {
  sign_in: { label: '로그인', tone: 'plain' },
  sign_out: { label: '로그아웃', tone: 'plain' },
  session_end: { label: '기기 로그아웃', tone: 'warn' },
  session_reuse: { label: '로그인 정보 재사용', tone: 'seal' },
  /** Tokens or codes that proved nothing, from one address: one row for many (server/plugins/refusal-trail.ts). */
  proof_refused: { label: '로그인 거부', tone: 'seal' },
  /** Signed in, and not allowed: one row for many. */
  not_permitted: { label: '권한 없음', tone: 'seal' },
  /** Written by the database (migration 0017), whoever changed the roles. */
  role_change: { label: '권한 변경', tone: 'warn' },
  factor_set_up: { label: '2단계 인증 등록', tone: 'good' },
  factor_removed: { label: '2단계 인증 삭제', tone: 'warn' },
  factor_passed: { label: '2단계 인증', tone: 'plain' },
  /** One row for many, as with refusals. */
  factor_failed: { label: '2단계 인증 실패', tone: 'seal' },
  factor_locked: { label: '2단계 인증 잠금', tone: 'seal' },
  /** An idle screen was opened by the PIN of its sealed copy, or opened itself because the server could not be reached (open copies). */
  unlock: { label: '화면 잠금 해제', tone: 'plain' },
  factor_reset: { label: '2단계 인증 초기화', tone: 'seal' },
  recovery_code_used: { label: '복구 코드 사용', tone: 'warn' },
  recovery_codes_made: { label: '복구 코드 발급', tone: 'warn' },
  /** A superuser's route from an address that is not among those allowed. */
  admin_network_refused: { label: '관리 접속 거부', tone: 'seal' },
  read: { label: '열람', tone: 'plain' },
  list: { label: '목록 조회', tone: 'plain' },
  search: { label: '검색', tone: 'plain' },
  copy: { label: '기기로 복사', tone: 'plain' },
  /** Of a sealed device whose PIN nobody has any more: the key of its unsent edits was given back to whose they are. */
  copy_key: { label: '오프라인 사본 키 발급', tone: 'warn' },
  create: { label: '추가', tone: 'good' },
  update: { label: '수정', tone: 'info' },
  delete: { label: '삭제', tone: 'warn' },
  destroy: { label: '파기', tone: 'seal' },
  /** A record is kept beyond its period, or let go again. */
  hold: { label: '보존', tone: 'warn' },
  /** The processing of a record is stopped for its person, or goes on. */
  block: { label: '처리정지', tone: 'warn' },
  /** Everything that is held about one person, for their request. */
  find_person: { label: '정보주체 찾기', tone: 'warn' },
  /** The number of one person, shown with the reason that was given. */
  reveal: { label: '번호 열람', tone: 'warn' },
  find_number: { label: '번호로 찾기', tone: 'warn' },
  numbers_rotated: { label: '번호 암호화 키 교체', tone: 'info' },
  /** The file of a paper has arrived whole. */
  file_kept: { label: '파일 보관', tone: 'good' },
  import: { label: '가져오기', tone: 'good' },
  export: { label: '내보내기', tone: 'warn' },
  /** A month of the trail was signed off, or something unusual in it looked at. */
  review: { label: '점검', tone: 'good' },
  print: { label: '인쇄', tone: 'warn' },
  backup: { label: '백업', tone: 'plain' },
  restore: { label: '복원', tone: 'warn' },
} as const satisfies Record<string, Omit<Choice, 'value'>>

export type AuditAct = keyof typeof trailActs

/** What is no book, beside the books. */
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
  chat: 'AI 채팅',
  'paper-contents': '서류 파일',
  retention: '보유기간',
  destruction: '파기 대상',
  'person-requests': '정보주체 요청',
  'privacy-recipients': '수탁자',
}

export const actChoices: readonly Choice[] = Object.entries(trailActs).map(([value, word]) => ({ value, ...word }))

/** In whose words the data of a row is called, by its collection. */
export const areaChoices: readonly Choice[] = [
  ...Object.entries(mirroredCollections).map(([value, { label }]) => ({ value, label })),
  ...Object.entries(otherAreas).map(([value, label]) => ({ value, label })),
]
