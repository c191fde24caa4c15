import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps, splitFrame } from './text-field.tsx'

interface TextAreaProps
  extends FieldFrameProps, Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id' | 'className'> {
  value: string
  onValue(value: string): void
}

/**
 * Several lines of text; the box grows to 40 % of the viewport, then scrolls. `onValue` also fires
 * during Hangul composition.
 */
export function TextArea(props: TextAreaProps) {
  const { frame, inputProps } = splitFrame(props)
  const { value, onValue, rows = 3, ...rest } = inputProps
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          // Keeps at least `rows` lines, because a box sized by its content would start as one
          // line.
          style={{ minHeight: rows * 20 + 14 }}
          className="field-sizing-content max-h-[40dvh] w-full min-w-0 resize-y rounded-control border border-rule-strong bg-paper-raised px-2.5 py-1.5 text-body text-ink read-only:bg-paper-sunk aria-invalid:border-danger disabled:bg-paper-sunk disabled:text-ink-3 coarse:text-[16px]"
        />
      )}
    </FieldFrame>
  )
}
