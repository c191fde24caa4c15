import { useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { Deadline } from '#domain/deposit-deadlines.ts'
import { daysBetween, formatDay } from '#domain/office-date.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { FoldButton } from '#app/ui/buttons/fold-button.tsx'
import { useFolded } from '#app/ui/display/use-folded.ts'
import { officeToday } from '#app/ui/office-today.ts'

/** A deposit not made by 수용개시일 voids the award (research/domain.md §0-11): so long before it stands here. */
const noticeDays = 14
/** So many stand in the banner before the rest is asked for. */
const shownAtFirst = 3

/**
 * Cases whose 수용개시일 is near or past and whose money is not deposited; nothing at all when there are none. One line until somebody unfolds it: the grid
 * below needs the place.
 */
export function DeadlineBanner({ copy }: { copy: OfflineCopy }) {
  const today = officeToday()
  const { value } = useFigure(copy, 'deposit-deadlines', { today, days: noticeDays })
  const [isFolded, setFolded] = useFolded('deadline-banner', '(max-height: 800px), (max-width: 768px)')
  const [isWhole, setWhole] = useState(false)
  const due = value ?? []
  const overdue = due.filter(({ expropriated_at: day }) => day < today).length
  if (due.length === 0) return null

  const shown = isWhole ? due : due.slice(0, shownAtFirst)
  return (
    <section aria-label="수용개시일 안내" className="shrink-0 rounded-control border border-rule-strong bg-warn-wash">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 px-3">
        <CalendarClock size={16} strokeWidth={1.5} aria-hidden className="text-warn" />
        <h2 className="font-semibold">{`수용개시일이 다가온 사건 ${due.length.toLocaleString('ko-KR')}건`}</h2>
        {overdue > 0 ? (
          <p className="font-semibold text-seal">{`이미 지난 사건 ${overdue.toLocaleString('ko-KR')}건`}</p>
        ) : null}
        <FoldButton isFolded={isFolded} onFold={setFolded} />
      </div>
      {isFolded ? null : (
        <ul className="max-h-40 overflow-auto border-t border-rule-strong">
          {shown.map((row) => (
            <li key={row.id} className="border-b border-rule-strong last:border-b-0">
              <DeadlineLine row={row} today={today} />
            </li>
          ))}
          {due.length > shown.length ? (
            <li>
              <Button tone="transparent" size="sm" onClick={() => setWhole(true)}>
                {`외 ${(due.length - shown.length).toLocaleString('ko-KR')}건 더 보기`}
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  )
}

/** When, whose, where; the whole line opens the case in the grid. */
function DeadlineLine({ row, today }: { row: Deadline; today: string }) {
  const navigate = useNavigate()
  const days = daysBetween(today, row.expropriated_at)
  return (
    <button
      type="button"
      className="flex min-h-8 w-full flex-wrap items-center gap-x-3 px-3 py-1 text-left hover:bg-paper-sunk coarse:min-h-11"
      onClick={() => void navigate({ to: '.', search: () => ({ open: row.id }) })}
    >
      <span className="tabular">{formatDay(row.expropriated_at)}</span>
      <span className={`tabular w-20 font-semibold ${days < 0 ? 'text-seal' : 'text-warn'}`}>{distanceText(days)}</span>
      <span className="font-semibold">{row.owner_name}</span>
      <span className="text-ink-2">{row.business_section}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{row.address}</span>
    </button>
  )
}

export function distanceText(days: number): string {
  if (days === 0) return '오늘'
  return days < 0 ? `${(-days).toLocaleString('ko-KR')}일 지남` : `${days}일 남음`
}
