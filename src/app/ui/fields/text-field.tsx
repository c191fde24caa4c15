import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

/** The look of a one-line input, for parts that bring their own element. */
export const inputClass =
  'h-8 w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-body text-ink aria-invalid:border-seal disabled:bg-paper-sunk disabled:text-ink-3 coarse:h-11 coarse:text-[16px]'

export interface FieldFrameProps {
  label: string
  isLabelHidden?: boolean
  isRequired?: boolean
  /** What is wrong and what to do; stands under the field. */
  error?: string | undefined
  hint?: string | undefined
}

/** Label above, error or hint below; hands the ids to the control it surrounds. */
export function FieldFrame(
  props: FieldFrameProps & { children: (ids: { id: string; describedBy: string | undefined }) => ReactNode },
) {
  const id = useId()
  const noteId = `${id}-note`
  const note = props.error ?? props.hint
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={props.isLabelHidden ? 'sr-only' : 'text-label font-semibold text-ink-2'}>
        {props.label}
        {props.isRequired ? <span className="ml-1.5 font-medium text-seal">필수</span> : null}
      </label>
      {props.children({ id, describedBy: note ? noteId : undefined })}
      {note ? (
        <p id={noteId} className={`text-label ${props.error ? 'text-seal' : 'text-ink-3'}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

export interface TextFieldProps
  extends FieldFrameProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'size'> {
  value: string
  onValue(value: string): void
  /** Drawn inside the left edge. */
  icon?: ReactNode
}

/** One line of text. `onValue` also fires during Hangul composition; debounce there, never swallow. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, isRequired, error, hint, value, onValue, icon, className = '', ...rest } = props
  return (
    <FieldFrame
      label={label}
      isLabelHidden={isLabelHidden ?? false}
      isRequired={isRequired ?? false}
      error={error}
      hint={hint}
    >
      {({ id, describedBy }) => (
        <div className="relative">
          {icon ? (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3">{icon}</span>
          ) : null}
          <input
            type="text"
            autoComplete="off"
            {...rest}
            id={id}
            value={value}
            onChange={(event) => onValue(event.target.value)}
            aria-invalid={error ? true : undefined}
            aria-required={isRequired || undefined}
            aria-describedby={describedBy}
            className={`${inputClass} read-only:bg-paper-sunk ${icon ? 'pl-8' : ''} ${className}`}
          />
        </div>
      )}
    </FieldFrame>
  )
}
