import type { KeyboardEvent } from 'react'
import { isImeKey } from '../composition.ts'
import { TextField } from './text-field.tsx'
import { steppedAmount, tidyAmount } from './typed-amount.ts'

interface AmountFieldProps {
  label: string
  value: string
  onValue(value: string): void
  /** Step of the arrow keys, in won; without it they do nothing. */
  step?: number
  error?: string | undefined
  hint?: string | undefined
  isRequired?: boolean
  isLabelHidden?: boolean
  readOnly?: boolean
}

/** An amount in won, typed the ways `readWon` accepts; ↑ and ↓ change it by steps. */
export function AmountField({ step, ...field }: AmountFieldProps) {
  const { value, onValue } = field
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event) || step === undefined) return
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    if (by === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onValue(steppedAmount(value, { step, by }))
  }
  return (
    <TextField
      {...field}
      inputMode="numeric"
      className="text-right tabular-nums"
      onKeyDown={press}
      onBlur={() => {
        const formatted = tidyAmount(value)
        if (formatted !== value) onValue(formatted)
      }}
    />
  )
}
