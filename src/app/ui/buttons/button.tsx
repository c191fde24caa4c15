import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonTone } from './button-look.ts'
import { useDisabledReason } from './disabled-reason.tsx'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: ReactNode
  /** Shows that the action runs and refuses a second press, without losing focus. */
  isBusy?: boolean
  /** Why it cannot be pressed now; better than `disabled`, which nobody can ask why. */
  disabledReason?: string | undefined
  /** Where the toolbar around it is narrow, its icon stands alone (not behind ⋯, where there is room for words): `first` to give way in a toolbar are those whose icons everybody knows, `always`: there is never room. */
  folds?: 'first' | 'last' | 'always'
}

/** A button with a word on it. One `primary` per view. */
export function Button(props: ButtonProps) {
  const { tone, size, icon, isBusy = false, disabledReason, folds, className = '', ...rest } = props
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
        // A submit button submits by itself: what it would do has to be held back, not only what we do.
        onClick={isRefusing ? (event) => event.preventDefault() : rest.onClick}
        title={rest.title ?? (folds && typeof rest.children === 'string' ? rest.children : undefined)}
        className={`${buttonClass(tone, size)} ${folds ? foldedBoxes[folds] : ''} ${className}`}
      >
        {isBusy ? <Spinner label="처리 중" size={spinnerSizes[size ?? 'md']} /> : icon}
        {folds ? <span className={foldedWords[folds]}>{rest.children}</span> : rest.children}
      </button>
      {reason.bubble}
    </>
  )
}

const foldedBoxes = {
  first: 'unfolded:@max-[80rem]/toolbar:px-[7px]',
  last: 'unfolded:@max-[68rem]/toolbar:px-[7px]',
  always: 'unfolded:px-[7px]',
}
const foldedWords = {
  first: 'unfolded:@max-[80rem]/toolbar:sr-only',
  last: 'unfolded:@max-[68rem]/toolbar:sr-only',
  always: 'unfolded:sr-only',
}

const spinnerSizes: Record<ButtonSize, number> = { xs: 12, sm: 14, md: 16, lg: 16, xl: 20 }
