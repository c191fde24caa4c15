import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { findRangeError } from '#domain/dates/office-date.ts'
import { type DayRange, type NamedRange, openRange } from '#domain/dates/periods.ts'
import { parseNumberEntry } from '#domain/entry/number-entry.ts'
import { parseWon } from '#domain/money/won.ts'
import { useParseOnBlur } from '../fields/date-field.tsx'
import { DayRangeFields } from '../fields/day-range-fields.tsx'
import { PeriodButtons } from '../fields/period-buttons.tsx'
import { TextField } from '../fields/text-field.tsx'
import { buildDaysFilter, buildRangeFilter, getRangeDays, type RangeFilter } from './filter-query.ts'

interface RangeFieldsProps {
  field: string
  filter: RangeFilter | undefined
  /** Labels above the two fields. */
  labels: readonly [string, string]
  onFilter(filter: Filter): void
}

interface NumberRangeProps extends RangeFieldsProps {
  isWon: boolean
  /** The column's name; its unit may follow a number. */
  column: string
}

interface DateRangeProps extends RangeFieldsProps {
  /** The field has instants, which are filtered by the office's days. */
  isInstant?: boolean
  /** Shows buttons for these periods. */
  periods?: readonly NamedRange[]
}

/** First and last day, both inclusive; either may stay open. */
export function DateRange({ field, filter, labels, isInstant = false, periods, onFilter }: DateRangeProps) {
  const days = filter ? getRangeDays(filter) : openRange
  const applyDays = (next: DayRange) => onFilter(buildDaysFilter(field, next, isInstant))
  return (
    <>
      <DayRangeFields labels={labels} days={days} onDays={applyDays} />
      {periods ? <PeriodButtons period={days} periods={periods} isClearable onPeriod={applyDays} /> : null}
    </>
  )
}

/** Minimum and maximum, both inclusive; either may stay open. */
export function NumberRange({ field, filter, labels, isWon, column, onFilter }: NumberRangeProps) {
  const [from, to] = [numberOrNull(filter?.from), numberOrNull(filter?.to)]
  return (
    <>
      <NumberField
        label={labels[0]}
        value={from}
        isWon={isWon}
        column={column}
        onValue={(value) => onFilter(buildRangeFilter(field, { from: value, to }))}
      />
      <NumberField
        label={labels[1]}
        value={to}
        isWon={isWon}
        column={column}
        error={findRangeError({ from, to }) ?? undefined}
        onValue={(value) => onFilter(buildRangeFilter(field, { from, to: value }))}
      />
    </>
  )
}

interface NumberFieldProps {
  label: string
  value: number | null
  isWon: boolean
  column: string
  error?: string | undefined
  onValue(value: number | null): void
}

/** Parsed on blur or Enter, as dates are, because a half-typed number must not filter. */
function NumberField({ label, value, isWon, column, error, onValue }: NumberFieldProps) {
  const parseText = (text: string) => (isWon ? parseWon(text) : parseNumberEntry(text, column))
  const { draft, isWrong, input } = useParseOnBlur((text) => {
    const number = parseText(text)
    if (number.ok) onValue(number.value)
    return number.ok
  })
  const parsedDraft = parseText(draft ?? '')

  return (
    <TextField
      {...input}
      label={label}
      inputMode="decimal"
      className="tabular-nums text-right"
      error={isWrong && !parsedDraft.ok ? parsedDraft.message : error}
      value={draft ?? (value === null ? '' : formatNumber(value, 10))}
    />
  )
}

function numberOrNull(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null
}
