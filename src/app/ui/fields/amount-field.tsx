import { type KeyboardEvent, useState } from 'react'
import { formatWon, parseWon } from '#domain/money/won.ts'
import { isImeKey } from '../text-editing/composition.ts'
import { type FieldFrameProps, TextField } from './text-field.tsx'

interface AmountFieldProps extends FieldFrameProps {
  value: string
  onValue(value: string): void
  /** Step of the arrow keys, in won; without it they do nothing. */
  step?: number
  readOnly?: boolean
}

/**
 * An amount in won, typed the ways `parseWon` accepts; ↑ and ↓ change it by steps. A finished
 * amount is only shown formatted. HAZARD: reporting it on blur would write a saved amount into the
 * form that the save has just emptied.
 */
export function AmountField({ step, ...field }: AmountFieldProps) {
  const { value, onValue } = field
  const [isTyping, setIsTyping] = useState(false)
  function stepByKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event) || step === undefined) return
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    if (by === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onValue(stepAmount(value, { step, by }))
  }
  return (
    <TextField
      {...field}
      inputMode="numeric"
      className="text-right tabular-nums"
      value={isTyping ? value : formatTypedAmount(value)}
      onValue={(text) => {
        setIsTyping(true)
        onValue(text)
      }}
      onKeyDown={stepByKey}
      onBlur={() => setIsTyping(false)}
    />
  )
}

/**
 * Moves a typed amount to the next step up or down, such as from 12,340 to 12,400; never below 0.
 */
export function stepAmount(text: string, { step, by }: { step: number; by: 1 | -1 }): string {
  const current = parseAmount(text) ?? 0
  const steps = by === 1 ? Math.floor(current / step) : Math.ceil(current / step)
  return formatWon(Math.max(0, (steps + by) * step))
}

/** Adds an amount to a typed one; text that isn't an amount counts as 0. */
export function addAmount(text: string, addition: number): string {
  return formatWon(Math.max(0, parseAmount(text) ?? 0) + addition)
}

/** Formats a typed amount (38만 becomes 380,000); other text stays as typed. */
export function formatTypedAmount(text: string): string {
  const amount = parseAmount(text)
  return amount === null ? text : formatWon(amount)
}

function parseAmount(text: string): number | null {
  const amount = parseWon(text)
  return amount.ok ? amount.value : null
}
