import { type DayRange, isSameRange, listQuickPeriods, type NamedRange, openRange } from '#domain/dates/periods.ts'
import { Button } from '../buttons/button.tsx'
import { getOfficeToday } from '../office/office-today.ts'

interface PeriodButtonsProps {
  period: DayRange
  /** Default: the usual months and years. */
  periods?: readonly NamedRange[]
  /** Pressing the current one again clears it. Default: only for the usual ones. */
  isClearable?: boolean
  onPeriod(days: DayRange): void
}

/** One button for each range; the current one is pressed. */
export function PeriodButtons({ period, periods, isClearable = periods === undefined, onPeriod }: PeriodButtonsProps) {
  return (
    <div role="group" aria-label="빠른 기간" className="flex flex-wrap gap-1.5">
      {(periods ?? listQuickPeriods(getOfficeToday())).map(({ label, start, end }) => {
        const isCurrent = isSameRange({ start, end }, period)
        return (
          <Button
            key={label}
            size="sm"
            aria-pressed={isCurrent}
            className="aria-pressed:border-primary aria-pressed:bg-primary-wash"
            onClick={() => onPeriod(isCurrent && isClearable ? openRange : { start, end })}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}
