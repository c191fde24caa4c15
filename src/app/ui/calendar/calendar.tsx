import { Popover as Base } from '@base-ui/react/popover'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type Ref, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  clampDay,
  computeWeekday,
  type DayLimits,
  type DayMove,
  findHolidayName,
  formatMonthTitle,
  formatSpokenDay,
  isWithin,
  listMonthWeeks,
  moveDay,
  weekdayNames,
} from '#domain/dates/calendar.ts'
import { addDays, getMonthBounds } from '#domain/dates/office-date.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { getOfficeToday } from '../office/office-today.ts'
import { isImeKey } from '../text-editing/composition.ts'

export interface CalendarPopoverProps extends Omit<CalendarProps, 'today'> {
  today?: string
  /** Name of the date field, such as 접수일. */
  label: string
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  /** The field the calendar opens under. */
  anchor(): Element | null
  /** Element that gets the focus on close. Leave it out when the caller moves the focus itself. */
  finalFocus?: () => HTMLElement | null
  /** The button that opens the calendar. Leave it out when something else opens it. */
  trigger?: ReactElement
}

/** The calendar under its field, or at the bottom of the window on phones and in low windows. */
export function CalendarPopover({
  label,
  isOpen,
  onOpenChange,
  anchor,
  finalFocus,
  trigger,
  today,
  ...calendar
}: CalendarPopoverProps) {
  const popup = useRef<HTMLDivElement>(null)
  /**
   * Closes the calendar and moves the focus at once, so the next key, such as Ctrl+S, reaches the
   * form and not the closing calendar.
   */
  function closeAndRefocus(close: () => void) {
    flushSync(close)
    finalFocus?.()?.focus()
  }
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)} modal="trap-focus">
      {trigger ? <Base.Trigger render={trigger} /> : null}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 hidden bg-veil cramped:block" />
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 cramped:fixed! cramped:inset-x-0! cramped:top-auto! cramped:bottom-0! cramped:transform-none!"
        >
          <Base.Popup
            ref={popup}
            aria-label={`${label} 달력`}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-cursor]') ?? true}
            finalFocus={finalFocus ? () => finalFocus() ?? true : false}
            onKeyDown={(event) => {
              // React bubbles keys from the popover to the surrounding field, where Enter would
              // move on and Escape close the panel.
              if (event.key !== 'Tab') event.stopPropagation()
              if (!isImeKey(event) && event.key === 'Escape') closeAndRefocus(() => onOpenChange(false))
            }}
            className="float-in max-h-(--available-height) overflow-y-auto rounded-panel border bg-paper-raised p-2.5 text-ink shadow-float outline-none cramped:flex cramped:max-h-dvh cramped:justify-center cramped:rounded-b-none cramped:pb-[max(10px,env(safe-area-inset-bottom))]"
          >
            <Calendar
              {...calendar}
              today={today ?? getOfficeToday()}
              onDay={(day) => closeAndRefocus(() => calendar.onDay(day))}
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface CalendarProps {
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
function Calendar({ value, today, limits = {}, otherEnd = '', isClearable, onDay }: CalendarProps) {
  const [cursor, setCursor] = useState(() => clampDay(value || today, limits))
  const titleId = useId()
  const { grid, onKeyDown } = useDayKeys((move) => setCursor(moveDay(cursor, move, limits)))

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

/**
 * Keys of a grid of days (WAI-ARIA APG). The focus follows the element marked `data-cursor` when a
 * key has moved it.
 */
export function useDayKeys(onMove: (move: DayMove) => void) {
  const grid = useRef<HTMLTableElement>(null)
  const isFromKeyboard = useRef(false)
  useLayoutEffect(() => {
    if (isFromKeyboard.current) grid.current?.querySelector<HTMLElement>('[data-cursor]')?.focus()
    isFromKeyboard.current = false
  })
  function onKeyDown(event: KeyboardEvent) {
    const move = isImeKey(event) ? null : parseDayMove(event)
    if (!move) return
    event.preventDefault()
    isFromKeyboard.current = true
    onMove(move)
  }
  return { grid, onKeyDown }
}

function parseDayMove({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): DayMove | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'PageUp' || key === 'PageDown') {
    return { by: key === 'PageUp' ? -1 : 1, unit: shiftKey ? 'year' : 'month' }
  }
  return shiftKey ? null : (movesByKey[key] ?? null)
}

const movesByKey: Readonly<Record<string, DayMove>> = {
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
        {formatMonthTitle(cursor)}
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
      {holidayNames(month).join(' · ')}
    </p>
  )
}

/** `3일 개천절`, `24–26일 추석`: consecutive days of one holiday are joined. */
function holidayNames(month: string): string[] {
  const { first, last } = getMonthBounds(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  const runs: { from: number; to: number; name: string }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = findHolidayName(day)?.replace(' 연휴', '')
    const date = Number(day.slice(8))
    const lastRun = runs.at(-1)
    if (name === undefined) continue
    if (lastRun?.name === name && lastRun.to === date - 1) lastRun.to = date
    else runs.push({ from: date, to: date, name })
  }
  return runs.map(({ from, to, name }) => `${from === to ? from : `${from}–${to}`}일 ${name}`)
}

interface MonthGridProps {
  titleId: string
  ref: Ref<HTMLTableElement>
  /** The focused day; its month is shown. */
  cursor: string
  value: string
  today: string
  limits: DayLimits
  otherEnd: string
  onDay(day: string): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * Six weeks starting on Sunday, as in Korean calendars. Sundays and holidays are red, Saturdays
 * blue.
 */
function MonthGrid({ titleId, ref, onKeyDown, ...month }: MonthGridProps) {
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- date picker pattern of the WAI-ARIA APG: a table with arrow-key navigation
      role="grid"
      ref={ref}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="border-separate border-spacing-0 lying:col-start-2 lying:row-span-3 lying:row-start-1"
    >
      <thead>
        <tr>
          {weekdayNames.map((name, weekday) => (
            <th
              key={name}
              scope="col"
              abbr={`${name}요일`}
              className={`h-6 text-label font-medium ${chooseWeekdayClass(weekday)}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listMonthWeeks(month.cursor).map((week, index) => (
          // Keyed by position, not by day, so the focused button stays the same element when the
          // month changes.
          <tr key={index}>
            {week.map((day, weekday) => (
              <DayCell key={weekdayNames[weekday]} {...month} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({
  day,
  cursor,
  value,
  today,
  limits,
  otherEnd,
  onDay,
}: Omit<MonthGridProps, 'titleId' | 'ref' | 'onKeyDown'> & { day: string }) {
  const isChosen = day === value
  const isSelectable = isWithin(day, limits)
  const holiday = findHolidayName(day)
  const isOutside = day.slice(0, 7) !== cursor.slice(0, 7)
  const tone = isOutside ? 'text-ink-3' : chooseWeekdayClass(holiday === null ? computeWeekday(day) : 0)
  const dayClass = isChosen ? 'bg-primary font-semibold text-primary-ink' : `${tone} hover:bg-paper-sunk`
  const isEnd = day === otherEnd
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button inside names the day, deeper than the rule looks
    <td
      aria-selected={isChosen}
      data-between={isBetween(day, otherEnd, cursor) || undefined}
      className="p-0 data-between:bg-primary-wash"
    >
      <button
        type="button"
        tabIndex={day === cursor ? 0 : -1}
        data-cursor={day === cursor || undefined}
        data-day={day}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={!isSelectable || undefined}
        title={holiday ?? undefined}
        onClick={() => isSelectable && onDay(day)}
        className={`tabular flex size-8 items-center justify-center rounded-control text-body coarse:h-11 coarse:w-[min(44px,calc((100vw-24px)/7))] aria-disabled:cursor-not-allowed aria-disabled:opacity-40 ${dayClass} ${day === today ? 'forced-ring-thin ring-1 ring-primary ring-inset' : ''} ${isEnd && !isChosen ? 'font-semibold underline underline-offset-4' : ''}`}
      >
        <span aria-hidden>{Number(day.slice(8))}</span>
        <span className="sr-only">{formatSpokenDay(day)}</span>
      </button>
    </td>
  )
}

function isBetween(day: string, bound: string, other: string): boolean {
  return bound !== '' && (bound <= other ? bound <= day && day <= other : other <= day && day <= bound)
}

export function chooseWeekdayClass(weekday: number): string {
  if (weekday === 0) return 'text-danger'
  return weekday === 6 ? 'text-info' : 'text-ink'
}
