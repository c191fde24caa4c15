import { dayMs } from '#contract/dates/day-ms.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What makes the rows of one user (or of one IP address without sign-in) unusual. */
export type AlertRule = { readonly label: string; readonly description: string } & (
  | {
      readonly kind: 'many'
      readonly acts: readonly string[]
      readonly withinMs: number
      readonly from: number
      /** What is counted: acts, the size a row reports (1 by default), or distinct records. */
      readonly counted: 'acts' | 'sizes' | 'records'
    }
  | { readonly kind: 'large'; readonly acts: readonly string[]; readonly from: number }
  | { readonly kind: 'night' | 'sunday' | 'new_place' | 'new_device' }
)

const outActs = ['export', 'print']
const revealActs = ['reveal', 'find_number']
const refusalActs = ['not_permitted', 'proof_refused', 'factor_failed', 'factor_locked', 'admin_network_refused']

/** 이상 징후: this table contains every threshold. */
export const alertRules = {
  many_reveals_hour: {
    label: '잦은 번호 열람',
    description: '1시간에 20건 이상',
    kind: 'many',
    acts: revealActs,
    withinMs: hourMs,
    from: 20,
    counted: 'acts',
  },
  many_reveals_day: {
    label: '잦은 번호 열람',
    description: '24시간에 60건 이상',
    kind: 'many',
    acts: revealActs,
    withinMs: dayMs,
    from: 60,
    counted: 'acts',
  },
  many_records: {
    label: '짧은 시간에 많은 기록 열람',
    description: '10분에 서로 다른 기록 60건 이상',
    kind: 'many',
    acts: ['read', 'reveal'],
    withinMs: 10 * minuteMs,
    from: 60,
    counted: 'records',
  },
  large_export: {
    label: '대량 내보내기',
    description: '한 번에 1,000건 이상',
    kind: 'large',
    acts: outActs,
    from: 1000,
  },
  many_exports: {
    label: '잦은 내보내기',
    description: '24시간에 30회 이상',
    kind: 'many',
    acts: outActs,
    withinMs: dayMs,
    from: 30,
    counted: 'acts',
  },
  /**
   * One row represents the first, tenth, hundredth … refusal within ten minutes
   * (server/trail/write-trail.ts).
   */
  many_refusals: {
    label: '잦은 거부',
    description: '1시간에 거부된 요청 10건 이상',
    kind: 'many',
    acts: refusalActs,
    withinMs: hourMs,
    from: 10,
    counted: 'sizes',
  },
  night: { label: '야간 접속', description: '22시부터 6시 사이', kind: 'night' },
  sunday: { label: '일요일 접속', description: '일요일 6시부터 22시 사이', kind: 'sunday' },
  new_place: { label: '새로운 접속 주소', description: '최근 90일 동안 쓰지 않은 주소에서 로그인', kind: 'new_place' },
  new_device: {
    label: '새 기기로 복사',
    description: '최근 90일 동안 복사한 적이 없는 주소에서 목록을 복사',
    kind: 'new_device',
  },
} as const satisfies Record<string, AlertRule>
export type AlertRuleName = keyof typeof alertRules

/** How many days back a place counts as known. */
export const knownLocationDays = 90

/** How far back older rows are needed to judge new ones, by act. */
export const lookBackRules: readonly { readonly acts: readonly string[]; readonly ms: number }[] = Object.values(
  alertRules satisfies Record<string, AlertRule>,
).flatMap((rule) => (rule.kind === 'many' ? [{ acts: rule.acts, ms: rule.withinMs }] : []))
