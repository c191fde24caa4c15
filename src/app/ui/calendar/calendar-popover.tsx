import { Popover as Base } from '@base-ui/react/popover'
import { useRef, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from '../composition.ts'
import { officeToday } from '../office-today.ts'
import { Calendar, type CalendarProps } from './calendar.tsx'

export interface CalendarPopoverProps extends Omit<CalendarProps, 'today'> {
  today?: string
  /** Name of the date field, such as 접수일. */
  label: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
  /** The field the calendar opens under. */
  anchor(): Element | null
  /** Element that gets the focus on close. Leave it out when the caller moves the focus itself. */
  home?: () => HTMLElement | null
  /** The button that opens the calendar. Leave it out when something else opens it. */
  trigger?: ReactElement
}

/** The calendar under its field, or at the bottom of the window on phones and in low windows. */
export function CalendarPopover({
  label,
  isOpen,
  onOpen,
  anchor,
  home,
  trigger,
  today,
  ...calendar
}: CalendarPopoverProps) {
  const popup = useRef<HTMLDivElement>(null)
  /**
   * Closes the calendar and moves the focus at once, so the next key, such as Ctrl+S, reaches the
   * form and not the closing calendar.
   */
  function leave(close: () => void) {
    flushSync(close)
    home?.()?.focus()
  }
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpen(next)} modal="trap-focus">
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
            finalFocus={home ? () => home() ?? true : false}
            onKeyDown={(event) => {
              // React bubbles keys from the popover to the surrounding field, where Enter would
              // move on and Escape close the panel.
              if (event.key !== 'Tab') event.stopPropagation()
              if (!isImeKey(event) && event.key === 'Escape') leave(() => onOpen(false))
            }}
            className="float-in max-h-(--available-height) overflow-y-auto rounded-panel border bg-paper-raised p-2.5 text-ink shadow-float outline-none cramped:flex cramped:max-h-dvh cramped:justify-center cramped:rounded-b-none cramped:pb-[max(10px,env(safe-area-inset-bottom))]"
          >
            <Calendar {...calendar} today={today ?? officeToday()} onDay={(day) => leave(() => calendar.onDay(day))} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
