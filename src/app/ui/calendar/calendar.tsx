import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { clampDay, isWithin, moveDay, type DayLimits, type DayMove } from '#domain/calendar-month.ts'
import { Button } from '../buttons/button.tsx'
import { isImeKey } from '../composition.ts'
import { CalendarHead } from './calendar-head.tsx'
import { HolidayLine } from './holiday-line.tsx'
import { MonthGrid } from './month-grid.tsx'

export interface CalendarProps {
  /** The chosen day as `YYYY-MM-DD`; empty for none. */
  value: string
  /** The office's day. */
  today: string
  limits?: DayLimits
  /** The other end of a period: the days between it and the day in focus are washed. */
  otherEnd?: string | undefined
  /** Whether no day at all may be chosen. */
  isClearable: boolean
  /** A day was chosen; empty: the field is to be emptied. */
  onDay(day: string): void
}

/** A month to choose a day from. The day in focus is one tab stop; arrows walk through the days and on into other months. */
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
