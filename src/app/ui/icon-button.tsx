import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  tone?: 'plain' | 'danger'
}

/** A 32 px (44 with a finger) button that only shows an icon. */
export function IconButton({ label, icon, tone = 'plain', className = '', ...rest }: IconButtonProps) {
  const hover = tone === 'danger' ? 'hover:bg-seal-wash hover:text-seal' : 'hover:bg-paper-sunk hover:text-ink'
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-40 coarse:size-11 ${hover} ${className}`}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
