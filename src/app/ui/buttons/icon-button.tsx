import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { hasCoarsePointer } from '../browser/coarse-pointer.ts'
import { buildIconButtonClass, type ButtonSize, type ButtonTone } from './button-look.ts'
import { Spinner, useDisabledReason } from './button.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  /** For a button among the tools of a list: its text under their ⋯. */
  menuLabel?: string | undefined
  tone?: ButtonTone
  size?: ButtonSize
  /** Turns red only under the pointer, as for 삭제 in a list. */
  isDestructive?: boolean
  isBusy?: boolean
  /** Why it cannot be pressed now; shown in the tooltip after the name. */
  disabledReason?: string | undefined
}

/** A square button that only shows an icon: 32 px, on touch screens 44. */
export function IconButton({
  label,
  icon,
  menuLabel,
  tone = 'transparent',
  size = 'md',
  isDestructive = false,
  isBusy = false,
  disabledReason,
  className = '',
  ...rest
}: IconButtonProps) {
  const isRefusing = isBusy || disabledReason !== undefined
  const name = disabledReason === undefined ? label : `${label}: ${disabledReason}`
  const reason = useDisabledReason(disabledReason, {})
  return (
    <>
      <Tooltip text={name}>
        <button
          type="button"
          {...rest}
          aria-label={name}
          aria-disabled={isRefusing || rest['aria-disabled']}
          aria-busy={isBusy || undefined}
          onClick={
            isRefusing
              ? (event) => {
                  event.preventDefault()
                  // The tooltip doesn't open for a finger.
                  if (hasCoarsePointer()) reason.show(event.currentTarget)
                }
              : rest.onClick
          }
          className={`${buildIconButtonClass(tone, size, isDestructive)} ${menuLabel === undefined ? '' : underMoreClass} ${className}`}
        >
          {isBusy ? <Spinner label="처리 중" /> : icon}
          {menuLabel === undefined ? null : (
            <span className="hidden truncate folding:in-data-list-tools:inline">{menuLabel}</span>
          )}
        </button>
      </Tooltip>
      {reason.bubble}
    </>
  )
}

const underMoreClass =
  'folding:in-data-list-tools:w-auto folding:in-data-list-tools:min-w-0 folding:in-data-list-tools:justify-start folding:in-data-list-tools:px-4'

/** A tooltip for an icon. The element itself still needs an accessible name. */
function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6}>
          <Base.Popup className="float-in rounded-control bg-ink px-2 py-1 text-label text-paper shadow-float">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
