import type { AppPath } from '#contract/app-paths.ts'
import type { RegisterDue } from '#contract/register/register.ts'
import { formatDay, formatDaysUntil } from '#domain/dates/office-date.ts'

/** Counts; null if not known on this device yet. */
export interface WaitingCounts {
  /** Edits that need a decision. */
  readonly attention: number
  /** Edits not sent yet. */
  readonly unsent: number
  readonly newInquiries: number | null
  /** Null for users who do not decide leave. */
  readonly leaveToDecide: number | null
  readonly failedTasks: number
  /** Finished months of the trail to review; null unless the user is a superuser. */
  readonly monthsToReview: number | null
  /** Open alerts of the trail; null unless the user is a superuser. */
  readonly alertsToLookAt: number | null
  /** The register's yearly report; null if none is due, and unless the user is a superuser. */
  readonly reportDue: RegisterDue['due']
}

export interface WaitingLine {
  readonly label: string
  readonly count: number
  /** Whether the user must act; other items resolve without action. */
  readonly isUrgent: boolean
  /** Absent if there is no screen to open. */
  readonly link?: { readonly to: AppPath; readonly search?: Readonly<Record<string, unknown>> }
  readonly note?: string
}

/**
 * Lines for what waits for the user, those that need action first. Zero and unknown counts are
 * omitted.
 */
export function buildWaitingLines(waiting: WaitingCounts): readonly WaitingLine[] {
  const lines: WaitingLine[] = [
    { label: '확인이 필요한 수정', count: waiting.attention, isUrgent: true, link: { to: '/staff/outbox' } },
    {
      label: '승인할 휴가신청',
      count: waiting.leaveToDecide ?? 0,
      isUrgent: true,
      link: { to: '/staff/leave-request', search: { tab: 'all', state: 'pending' } },
    },
    {
      label: '새 문의',
      count: waiting.newInquiries ?? 0,
      isUrgent: true,
      link: { to: '/staff/inquiries', search: { state: 'new' } },
    },
    {
      label: '만들지 못한 파일',
      count: waiting.failedTasks,
      isUrgent: true,
      note: '위의 ‘다운로드 작업’에서 다시 시도할 수 있습니다.',
    },
    {
      label: '접속기록의 이상 징후',
      count: waiting.alertsToLookAt ?? 0,
      isUrgent: true,
      link: { to: '/settings', search: { tab: 'trail' } },
    },
    {
      label: '접속기록 월별 점검',
      count: waiting.monthsToReview ?? 0,
      isUrgent: true,
      link: { to: '/settings', search: { tab: 'trail' } },
    },
    ...(waiting.reportDue === null ? [] : [buildReportLine(waiting.reportDue)]),
    { label: '보낼 작업', count: waiting.unsent, isUrgent: false, link: { to: '/staff/outbox' } },
  ]
  return lines.filter(({ count }) => count > 0)
}

/** The report to the association, until it is marked as sent. */
function buildReportLine({ year, due_on, days }: NonNullable<RegisterDue['due']>): WaitingLine {
  return {
    label: `${year}년 사건 수임 보고`,
    count: 1,
    isUrgent: true,
    note: `${formatDay(due_on)}까지 (${formatDaysUntil(days)})`,
    link: { to: '/staff/register', search: { tab: 'report', year } },
  }
}
