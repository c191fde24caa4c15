import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { clampDay, isWithin, moveDay, type DayLimits, type DayMove, monthTitle } from '#domain/dates/calendar-month.ts'
import { Button } from '../buttons/button.tsx'
import { isImeKey } from '../composition.ts'
import { MonthGrid } from './month-grid.tsx'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { IconButton } from '../buttons/icon-button.tsx'
import { addDays, daysOfMonth } from '#domain/dates/office-date.ts'
import { holidayName } from '#domain/dates/public-holidays.ts'

export interface CalendarProps {
  /** The chosen day as `YYYY-MM-DD`; empty for none. */
  value: string
  /** The office's current day. */
  today: string
  limits?: DayLimits
  /** The other end of a period; the days between it and the focused day are highlighted. */
  otherEnd?: string | undefined
  /** Whether the date may be cleared. */
  isClearable: boolean
  /** Called with the chosen day, or an empty string to clear the field. */
  onDay(day: string): void
}

/**
 * A month to choose a day from. The focused day is the only tab stop; arrow keys move through the
 * days and across months.
 */
export function Calendar({ value, today, limits = {}, otherEnd = '', isClearable, onDay }: CalendarProps) {
  const [cursor, setCursor] = useState(() => clampDay(value || today, limits))
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)

  useLayoutEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[data-cursor]')?.focus()
    isByKey.current = false
  })

  function onKeyDown(event: KeyboardEvent) {
    const move = isImeKey(event) ? null : moveOf(event)
    if (!move) return
    event.preventDefault()
    isByKey.current = true
    setCursor(moveDay(cursor, move, limits))
  }

  return (
    <div className="flex flex-col gap-1.5 lying:grid lying:grid-cols-[auto_auto] lying:grid-rows-[auto_1fr_auto] lying:gap-x-6">
      <CalendarHead titleId={titleId} cursor={cursor} onMove={(move) => setCursor(moveDay(cursor, move, limits))} />
      <MonthGrid
        titleId={titleId}
        cursor={cursor}
        value={value}
        today={today}
        limits={limits}
        otherEnd={otherEnd}
        onDay={onDay}
        onKeyDown={onKeyDown}
        ref={grid}
      />
      <HolidayLine month={cursor} />
      <div className="flex justify-between gap-2">
        <Button size="sm" disabled={!isWithin(today, limits)} onClick={() => onDay(today)}>
          오늘
        </Button>
        {isClearable && value !== '' ? (
          <Button size="sm" tone="transparent" onClick={() => onDay('')}>
            지우기
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function moveOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): DayMove | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'PageUp' || key === 'PageDown') {
    return { by: key === 'PageUp' ? -1 : 1, unit: shiftKey ? 'year' : 'month' }
  }
  return shiftKey ? null : (moves[key] ?? null)
}

const moves: Readonly<Record<string, DayMove>> = {
  ArrowLeft: { by: -1, unit: 'day' },
  ArrowRight: { by: 1, unit: 'day' },
  ArrowUp: { by: -7, unit: 'day' },
  ArrowDown: { by: 7, unit: 'day' },
  Home: { to: 'week-start' },
  End: { to: 'week-end' },
}

interface CalendarHeadProps {
  titleId: string
  /** The focused day. */
  cursor: string
  onMove(move: DayMove): void
}

/** The shown month, announced when it changes, between the buttons that change month and year. */
function CalendarHead({ titleId, cursor, onMove }: CalendarHeadProps) {
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

/**
 * Names the holidays of the month, because touch users see no tooltips. `month` is any day of it.
 * Hidden from screen readers, which get the names from the days.
 */
function HolidayLine({ month }: { month: string }) {
  return (
    <p aria-hidden className="min-h-[18px] max-w-56 px-1 text-label text-ink-2 coarse:max-w-[308px]">
      {holidayWords(month).join(' · ')}
    </p>
  )
}

/** `3일 개천절`, `24–26일 추석`: consecutive days of one holiday are joined. */
function holidayWords(month: string): string[] {
  const { first, last } = daysOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  const runs: { from: number; to: number; name: string }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = holidayName(day)?.replace(' 연휴', '')
    const date = Number(day.slice(8))
    const before = runs.at(-1)
    if (name === undefined) continue
    if (before?.name === name && before.to === date - 1) before.to = date
    else runs.push({ from: date, to: date, name })
  }
  return runs.map(({ from, to, name }) => `${from === to ? from : `${from}–${to}`}일 ${name}`)
}
