import { Popover as Base } from '@base-ui/react/popover'
import { useRef, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { isImeKey } from '../composition.ts'
import { officeToday } from '../office-today.ts'
import { Calendar, type CalendarProps } from './calendar.tsx'

export interface CalendarPopoverProps extends Omit<CalendarProps, 'today'> {
  today?: string
  /** What the day is of: 접수일. */
  label: string
  isOpen: boolean
  onOpen(isOpen: boolean): void
  /** The field the calendar opens under. */
  anchor(): Element | null
  /** Where the focus goes when it closes; absent: whoever closes it sees to that. */
  home?: () => HTMLElement | null
  /** The button that opens it; absent: something else does. */
  trigger?: ReactElement
}

/** The calendar under its field, where there is room; on a phone and in a low window at the foot of it. */
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
  /** Closes it with the focus at home at once: the next key, Ctrl+S perhaps, is meant for what is around the field and not for a calendar on its way out. */
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
              // React hands its keys to what is around the field too: Enter would go on to the next field there, Escape close the panel.
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
