import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { onlyCloseOnTap } from './outside-tap.ts'

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Accessible name, shown above the content. */
  title: string
  open?: boolean
  onOpenChange?(open: boolean): void
  align?: 'start' | 'center' | 'end'
  /** `wide` for a list whose lines have buttons. */
  width?: 'regular' | 'wide'
  /** Focused when it opens, except by touch, where a field would open the keyboard. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

const widths = { regular: 'w-72', wide: 'w-104' }

/** A small non-modal panel next to its button, for choices too complex for a menu. */
export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  align = 'start',
  width = 'regular',
  initialFocus,
  children,
}: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next, details) => {
        onlyCloseOnTap(next, details)
        onOpenChange?.(next)
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
            {...(initialFocus && { initialFocus: (openedBy) => openedBy === 'touch' || initialFocus.current })}
            className={`float-in flex max-h-(--available-height) max-w-[calc(100vw-16px)] flex-col gap-2 overflow-y-auto overscroll-contain rounded-panel border bg-paper-raised p-3 text-ink shadow-float outline-none ${widths[width]}`}
          >
            <div className="flex items-center justify-between gap-2 coarse:-mt-2 coarse:-mr-2">
              <Base.Title className="text-label font-semibold text-ink-2">{title}</Base.Title>
              {/* A finger has no Esc. */}
              <Base.Close
                render={
                  <IconButton label="닫기" icon={<X size={18} strokeWidth={1.5} />} className="not-coarse:hidden" />
                }
              />
            </div>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
