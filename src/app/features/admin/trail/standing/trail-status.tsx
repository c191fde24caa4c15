import { CalendarCheck, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ChainCheck } from '#contract/trail/trail-chain.ts'
import { alertText } from '#domain/trail/review-words.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { AlertsDialog } from './alerts-dialog.tsx'
import { ChainDialog } from './chain-dialog.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'
import { useAlerts, useChain, useReviewMonths } from './use-trail-standing.ts'

const icon = { size: 16, strokeWidth: 1.5 } as const

/** State of the trail itself: whether it is intact, its alerts, and months waiting for a review. */
export function TrailStatus() {
  const chain = useChain()
  const alerts = useAlerts()
  const months = useReviewMonths()
  const [open, setOpen] = useState<'chain' | 'alerts' | 'reviews' | null>(null)
  const close = () => setOpen(null)
  const found = alerts.data?.ok ? alerts.data.value : undefined
  const due = months.data?.ok ? months.data.value.due_count : 0
  return (
    <section aria-label="접속기록의 상태" className="flex flex-col gap-1 border-b pb-2" data-screen-only>
      <div className="flex flex-wrap items-center gap-2">
        <ChainWords last={chain.data?.ok ? chain.data.value.last : undefined} />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button size="sm" icon={<ShieldCheck {...icon} />} onClick={() => setOpen('chain')}>
            위변조 확인
          </Button>
          <Button size="sm" icon={<TriangleAlert {...icon} />} onClick={() => setOpen('alerts')}>
            <CountLabel word="이상 징후" count={found?.open_count ?? 0} />
          </Button>
          <Button size="sm" icon={<CalendarCheck {...icon} />} onClick={() => setOpen('reviews')}>
            <CountLabel word="월별 점검" count={due} />
          </Button>
        </div>
      </div>
      {found && found.open_count > 0 ? (
        <ul aria-label="확인하지 않은 이상 징후" className="max-sm:hidden">
          {found.results.slice(0, 2).map((alert) => (
            <li key={alert.id} className="flex items-center gap-2 py-0.5">
              <Badge tone="warn">이상 징후</Badge>
              <span className="tabular min-w-0 truncate">{`${momentText(Date.parse(alert.at))} · ${alertText(alert)}`}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {open === 'chain' ? <ChainDialog {...chain} onClose={close} /> : null}
      {open === 'alerts' ? <AlertsDialog {...alerts} onClose={close} /> : null}
      {open === 'reviews' ? <ReviewsDialog months={months} onClose={close} /> : null}
    </section>
  )
}

function CountLabel({ word, count }: { word: string; count: number }): ReactNode {
  return count === 0 ? word : `${word} ${count.toLocaleString('ko-KR')}건`
}

/** Undefined: still loading; null: never checked. */
function ChainWords({ last }: { last: ChainCheck | null | undefined }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-ink-2">
      {last === undefined ? (
        <span className="sr-only">불러오는 중...</span>
      ) : last === null ? (
        <>
          <Badge>확인 전</Badge> 아직 확인하지 않았습니다.
        </>
      ) : (
        <>
          {last.is_whole ? <Badge tone="good">이어짐</Badge> : <Badge tone="seal">끊어짐</Badge>}
          <span className="tabular">{`${momentText(Date.parse(last.checked_at))} 마지막 확인 · 기록 ${last.row_count.toLocaleString('ko-KR')}건`}</span>
        </>
      )}
    </p>
  )
}
