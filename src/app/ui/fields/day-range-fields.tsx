import { findRangeError } from '#domain/dates/office-date.ts'
import type { DayRange } from '#domain/dates/periods.ts'
import { DateField } from './date-field.tsx'

interface DayRangeFieldsProps {
  /** Labels above the two fields. */
  labels?: readonly [string, string]
  /** Classes of the box around each field. */
  className?: string
  days: DayRange
  onDays(days: DayRange): void
}

/**
 * First and last day, both inclusive; either may stay open. A month or year typed into one of them
 * fills both.
 */
export function DayRangeFields({
  labels = ['시작일', '종료일'],
  className = 'min-w-0',
  days,
  onDays,
}: DayRangeFieldsProps) {
  const { start, end } = days
  return (
    <>
      <div className={className}>
        <DateField
          label={labels[0]}
          value={start}
          otherEnd={end}
          isRangeStart
          onValue={(value) => onDays({ start: value, end })}
          onPeriod={onDays}
        />
      </div>
      <div className={className}>
        <DateField
          label={labels[1]}
          value={end}
          otherEnd={start}
          error={findRangeError({ from: start, to: end }) ?? undefined}
          onValue={(value) => onDays({ start, end: value })}
          onPeriod={onDays}
        />
      </div>
    </>
  )
}
