import type { KeyboardEvent } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { steppedAmount, tidyAmount } from './quick-entry.ts'

interface AmountFieldProps {
  label: string
  value: string
  onValue(value: string): void
  /** What the arrow keys add and take away, in won. */
  step: number
  error: string | undefined
  hint?: string
  isRequired?: boolean
}

/** An amount of won as people write it, with commas; ↑ and ↓ go by steps. */
export function AmountField({ step, ...field }: AmountFieldProps) {
  const { value, onValue } = field
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event)) return
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    if (by === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onValue(steppedAmount(value, { step, by }))
  }
  return (
    <TextField
      {...field}
      inputMode="numeric"
      className="tabular text-right"
      onKeyDown={press}
      onBlur={() => {
        const tidy = tidyAmount(value)
        if (tidy !== value) onValue(tidy)
      }}
    />
  )
}
