import { Link } from '@tanstack/react-router'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useFirstRows } from '#app/records/offline-copy/use-first-rows.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { useBackgroundTaskList } from '#app/tasks/use-background-tasks.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { registerDuePath, registerDueSchema } from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  reviewMonthsSchema,
  trailAlertListSchema,
  trailAlertsPath,
  trailReviewsPath,
} from '#contract/trail/trail-reviews.ts'
import { SectionMessage, TodaySection } from './today-section.tsx'
import { buildWaitingLines, type WaitingCounts, type WaitingLine } from './waiting-lines.ts'

const staleMs = 300_000

/**
 * Open reviews and alerts of the trail, for superusers. Only the server knows them, so offline they
 * are omitted.
 */
function useTrailToReview(isSuperuser: boolean): Pick<WaitingCounts, 'monthsToReview' | 'alertsToLookAt'> {
  const options = { enabled: isSuperuser, staleTime: staleMs, refetchInterval: false } as const
  const months = useServerQuery(trailReviewsPath, reviewMonthsSchema, {
    queryKey: ['trail-to-review', 'months'],
    ...options,
  })
  const alerts = useServerQuery(trailAlertsPath, trailAlertListSchema, {
    queryKey: ['trail-to-review', 'alerts'],
    ...options,
  })
  return {
    monthsToReview: (isSuperuser && months.value?.due_count) || null,
    alertsToLookAt: (isSuperuser && alerts.value?.open_count) || null,
  }
}

/** The yearly report that is due, for superusers, who mark it as sent. */
function useReportDue(isSuperuser: boolean): WaitingCounts['reportDue'] {
  const due = useServerQuery(registerDuePath, registerDueSchema, {
    queryKey: ['register', 'due'],
    enabled: isSuperuser,
    staleTime: staleMs,
    refetchInterval: false,
  })
  return (isSuperuser && due.value?.due) || null
}

const undecidedLeaveQuery = {
  filters: [{ op: 'equals' as const, field: 'state', value: 'pending' }],
  search: '',
  sort: [{ field: 'startDate', direction: 'asc' as const }],
}

/** Everything that waits for this user; superusers also decide on everybody's leave. */
export function WaitingSection({ isSuperuser }: { isSuperuser: boolean }) {
  const { attention, waiting, sending } = useSyncStatus()
  const { status: inquiriesStatus, value: newInquiries } = useFigure(useOfflineCopy(), 'new-inquiries', null)
  const leave = useFirstRows('leave-requests', undecidedLeaveQuery, 1)
  const trail = useTrailToReview(isSuperuser)
  const reportDue = useReportDue(isSuperuser)
  const failedTasks = useBackgroundTaskList().filter(({ status }) => status === 'failed').length
  const lines = buildWaitingLines({
    attention,
    unsent: waiting + sending,
    newInquiries,
    failedTasks,
    leaveToDecide: isSuperuser && leave.status === 'ready' ? leave.total : null,
    ...trail,
    reportDue,
  })
  return (
    <TodaySection title="확인할 일">
      {lines.length === 0 ? (
        <SectionMessage>{inquiriesStatus === 'loading' ? '불러오는 중...' : '기다리는 일이 없습니다.'}</SectionMessage>
      ) : (
        <ul className="border-t">
          {lines.map((line) => (
            <li key={line.label} className="border-b last:border-b-0">
              <WaitingLineItem line={line} />
            </li>
          ))}
        </ul>
      )}
    </TodaySection>
  )
}

function WaitingLineItem({ line: { label, count, isUrgent, link, note } }: { line: WaitingLine }) {
  const content = (
    <>
      <span className="min-w-0 flex-1">
        {label}
        {note ? <span className="block text-label text-ink-3">{note}</span> : null}
      </span>
      <Badge tone={isUrgent ? 'danger' : 'plain'}>{`${formatNumber(count)}건`}</Badge>
    </>
  )
  const lineClass = 'flex min-h-11 items-center gap-3 px-4 py-1.5'
  if (!link) return <p className={lineClass}>{content}</p>
  return (
    <Link to={link.to} search={link.search ?? {}} className={`${lineClass} hover:bg-paper-sunk`}>
      {content}
    </Link>
  )
}
