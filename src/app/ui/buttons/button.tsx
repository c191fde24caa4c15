import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonTone } from './button-look.ts'
import { useDisabledReason } from './disabled-reason.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: ReactNode
  /** Shows a running action and ignores further presses without losing focus. */
  isBusy?: boolean
  /** Why it cannot be pressed now. Prefer it to `disabled`, which gives no reason. */
  disabledReason?: string | undefined
}

/** A button with a text label. Use one `primary` per view. */
export function Button(props: ButtonProps) {
  const { tone, size, icon, isBusy = false, disabledReason, className = '', ...rest } = props
  const reason = useDisabledReason(disabledReason, rest)
  const isRefusing = isBusy || disabledReason !== undefined
  return (
    <>
      <button
        type="button"
        {...rest}
        {...reason.props}
        aria-disabled={isRefusing || rest['aria-disabled']}
        aria-busy={isBusy || undefined}
        // A submit button submits on its own, so the default action must be prevented too.
        onClick={isRefusing ? (event) => event.preventDefault() : rest.onClick}
        className={`${buttonClass(tone, size)} ${className}`}
      >
        {isBusy ? <Spinner label="처리 중" size={spinnerSizes[size ?? 'md']} /> : icon}
        {rest.children}
      </button>
      {reason.bubble}
    </>
  )
}

const spinnerSizes: Record<ButtonSize, number> = { xs: 12, sm: 14, md: 16, lg: 16, xl: 20 }
