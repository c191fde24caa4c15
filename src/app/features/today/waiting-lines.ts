import type { AppPath } from '#contract/app-paths.ts'

/** What was counted; null: not known on this device yet. */
export interface Waiting {
  /** Edits that need a decision. */
  readonly attention: number
  /** Edits that were not sent yet. */
  readonly unsent: number
  readonly newInquiries: number | null
  /** Null for whoever decides none. */
  readonly leaveToDecide: number | null
  readonly failedDownloads: number
  /** Of superusers: finished months of the trail, and what is unusual in it. Null for everybody else. */
  readonly monthsToReview: number | null
  readonly alertsToLookAt: number | null
}

export interface WaitingLine {
  readonly label: string
  readonly count: number
  /** Somebody has to act; else it goes on by itself. */
  readonly isUrgent: boolean
  /** Absent: where it is said. */
  readonly lead?: { readonly to: AppPath; readonly search?: Readonly<Record<string, unknown>> }
  readonly note?: string
}

/** What waits for a person, what needs them first above; what there is none of is left out. */
export function waitingLines(waiting: Waiting): readonly WaitingLine[] {
  const lines: WaitingLine[] = [
    { label: '확인이 필요한 수정', count: waiting.attention, isUrgent: true, lead: { to: '/staff/outbox' } },
    {
      label: '승인할 휴가신청',
      count: waiting.leaveToDecide ?? 0,
      isUrgent: true,
      lead: { to: '/staff/leave-request', search: { tab: 'all', state: 'pending' } },
    },
    {
      label: '새 문의',
      count: waiting.newInquiries ?? 0,
      isUrgent: true,
      lead: { to: '/staff/inquiries', search: { state: 'new' } },
    },
    {
      label: '만들지 못한 파일',
      count: waiting.failedDownloads,
      isUrgent: true,
      note: '위의 ‘다운로드 작업’에서 다시 시도할 수 있습니다.',
    },
    {
      label: '접속기록의 이상 징후',
      count: waiting.alertsToLookAt ?? 0,
      isUrgent: true,
      lead: { to: '/settings', search: { tab: 'trail' } },
    },
    {
      label: '접속기록 월별 점검',
      count: waiting.monthsToReview ?? 0,
      isUrgent: true,
      lead: { to: '/settings', search: { tab: 'trail' } },
    },
    { label: '보낼 작업', count: waiting.unsent, isUrgent: false, lead: { to: '/staff/outbox' } },
  ]
  return lines.filter(({ count }) => count > 0)
}
