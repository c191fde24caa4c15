import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
} from 'react'
import { isImeKey } from '../text-editing/composition.ts'

/** The look of a one-line input, for components that bring their own element. */
export const inputClass =
  'h-8 w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-body text-ink aria-invalid:border-danger disabled:bg-paper-sunk disabled:text-ink-3 coarse:h-11 coarse:text-[16px]'

/** Padding on the right for a button. */
const buttonPadding = 'pr-8 coarse:pr-11'

export interface FieldFrameProps {
  label: string
  isLabelHidden?: boolean
  isRequired?: boolean
  /** What is wrong and what to do; shown under the field. */
  error?: string | undefined
  hint?: string | undefined
  /** The label and notes are drawn by others; only the control is drawn, with these attributes. */
  framedBy?: FramedControl | undefined
}

/** Attributes that link a control to its label and note; spread over the focusable element. */
export interface FramedControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

/** A control with its label above and error or hint below. */
export function FieldFrame(props: FieldFrameProps & { children: (control: FramedControl) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const note = props.error ?? props.hint
  if (props.framedBy) return props.children(props.framedBy)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={props.isLabelHidden ? 'sr-only' : 'text-label font-semibold text-ink-2'}>
        {props.label}
        {props.isRequired ? <span className="ml-1 font-medium text-danger">{' 필수'}</span> : null}
      </label>
      {props.children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': props.error ? true : undefined,
        'aria-required': props.isRequired || undefined,
      })}
      {note ? (
        <p id={noteId} className={`text-label ${props.error ? 'text-danger' : 'text-ink-3'}`}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

/** Splits props into those of the frame and those of the field. */
export function splitFrame<Props extends FieldFrameProps>(props: Props) {
  const { label, isLabelHidden = false, isRequired = false, error, hint, framedBy, ...inputProps } = props
  const frame: FieldFrameProps = { label, isLabelHidden, isRequired, error, hint, framedBy }
  return { frame, inputProps }
}

export interface TextFieldProps
  extends FieldFrameProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'size'> {
  value: string
  onValue(value: string): void
  /** Shown inside the left edge. */
  icon?: ReactNode
  /** A button inside the right edge. */
  trailing?: ReactNode
}

/**
 * One line of text; the press that enters a numeric one selects all of it. `onValue` also fires
 * during Hangul composition; debounce in the handler, never skip a call.
 */
export function TextField(props: TextFieldProps) {
  const { frame, inputProps } = splitFrame(props)
  const { value, onValue, icon, trailing, className = '', ...rest } = inputProps
  const isNumeric = rest.inputMode === 'numeric' || rest.inputMode === 'decimal'
  function keepSearch(event: KeyboardEvent<HTMLInputElement>) {
    rest.onKeyDown?.(event)
    if (isImeKey(event)) return
    // The browser would clear a search box. In a floating list Escape closes the list.
    const isFloating = event.currentTarget.closest('[popover], [role="dialog"]') !== null
    if (event.key === 'Escape' && rest.type === 'search' && !isFloating) event.preventDefault()
  }
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="relative">
          {icon ? (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3">{icon}</span>
          ) : null}
          <input
            type="text"
            autoComplete="off"
            {...(isNumeric ? selectOnFirstPress : {})}
            {...rest}
            {...control}
            value={value}
            onKeyDown={keepSearch}
            onChange={(event) => onValue(event.target.value)}
            className={`${inputClass} read-only:bg-paper-sunk ${icon ? 'pl-8' : ''} ${trailing ? buttonPadding : ''} ${className}`}
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  )
}

/** The input being pressed that didn't have the focus before. */
let firstPressed: HTMLInputElement | null = null

/**
 * Props of an input whose value is usually replaced as a whole, such as a date or an amount: the
 * press that enters it selects everything, as Tab does in every browser; the next press places the
 * caret. Dragging over a part selects that part. There is no focus handler, because returning to
 * the window would select a half-typed text.
 */
const selectOnFirstPress = {
  onPointerDown({ currentTarget }: PointerEvent<HTMLInputElement>): void {
    firstPressed = currentTarget === document.activeElement ? null : currentTarget
  },
  onClick({ currentTarget }: MouseEvent<HTMLInputElement>): void {
    const isFirst = firstPressed === currentTarget
    firstPressed = null
    if (isFirst && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
  },
}
