import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet'

const tones: Record<ButtonTone, string> = {
  plain: 'border-rule-strong bg-paper-raised text-ink hover:bg-paper-sunk',
  primary: 'border-primary bg-primary text-primary-ink hover:opacity-90',
  danger: 'border-seal bg-seal text-seal-ink hover:opacity-90',
  quiet: 'border-transparent text-ink-2 hover:bg-paper-sunk hover:text-ink',
}

/** The classes of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone = 'plain', size: 'regular' | 'large' = 'regular'): string {
  const box = size === 'large' ? 'h-11 px-5 text-lead' : 'h-8 px-3 text-body coarse:h-11 coarse:px-4'
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none transition-[background-color,opacity] duration-120 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50 ${box} ${tones[tone]}`
}

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: 'regular' | 'large'
  icon?: ReactNode
  /** Shows that the act runs and refuses a second press, without losing focus. */
  isBusy?: boolean
}

/** A button with a word on it. One `primary` per view. */
export function Button({
  tone = 'plain',
  size = 'regular',
  icon,
  isBusy = false,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? undefined : rest.onClick}
      className={`${buttonClass(tone, size)} ${className}`}
    >
      {isBusy ? <Spinner label="처리 중" /> : icon}
      {rest.children}
    </button>
  )
}
