import type { Ref } from 'react'
import { FieldFrame, type FieldFrameProps, inputClass } from './text-field.tsx'

export interface SelectChoice<Value extends string> {
  value: Value
  label: string
}

interface SelectProps<Value extends string> extends FieldFrameProps {
  value: Value
  choices: readonly SelectChoice<Value>[]
  onValue(value: Value): void
  isDisabled?: boolean
  ref?: Ref<HTMLSelectElement>
}

/**
 * A native select on purpose: phones show their own picker, keys and screen readers work as users
 * expect, and nothing has to load.
 */
export function Select<Value extends string>({
  value,
  choices,
  onValue,
  isDisabled,
  ref,
  ...frame
}: SelectProps<Value>) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <select
          ref={ref}
          {...control}
          value={value}
          disabled={isDisabled}
          onChange={(event) => {
            const selectedChoice = choices.find((choice) => choice.value === event.target.value)
            if (selectedChoice) onValue(selectedChoice.value)
          }}
          className={`${inputClass} pr-7`}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
