import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { monthTitle, type DayMove } from '#domain/calendar-month.ts'
import { IconButton } from '../buttons/icon-button.tsx'

export interface CalendarHeadProps {
  titleId: string
  /** The day in focus. */
  cursor: string
  onMove(move: DayMove): void
}

/** The month that is shown, said again whenever it becomes another, between the buttons that turn months and years. */
export function CalendarHead({ titleId, cursor, onMove }: CalendarHeadProps) {
  const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const
  return (
    <div className="flex items-center">
      <IconButton label="이전 해" icon={<ChevronsLeft {...icon} />} onClick={() => onMove({ by: -1, unit: 'year' })} />
      <IconButton label="이전 달" icon={<ChevronLeft {...icon} />} onClick={() => onMove({ by: -1, unit: 'month' })} />
      <h2 id={titleId} aria-live="polite" className="tabular flex-1 text-center text-body font-semibold">
        {monthTitle(cursor)}
      </h2>
      <IconButton label="다음 달" icon={<ChevronRight {...icon} />} onClick={() => onMove({ by: 1, unit: 'month' })} />
      <IconButton label="다음 해" icon={<ChevronsRight {...icon} />} onClick={() => onMove({ by: 1, unit: 'year' })} />
    </div>
  )
}
