import type { FieldValue } from '#contract/books/field.ts'
import type { CellOption } from '../data-table/data-table-props.ts'
import { inputClass } from '../fields/text-field.tsx'
import type { ControlProps } from './field-look.ts'

interface SelectControlProps extends ControlProps {
  readonly value: FieldValue
  /** The field holds text that is not a valid value. */
  readonly isText: boolean
}

/**
 * A choice from a short list, as a native select. A value no longer offered, and text the table's
 * cell refused, stay visible until another option is chosen.
 */
export function SelectControl({ value, isText, ...props }: SelectControlProps) {
  const { id, describedBy, column, look, typing, isReadOnly } = props
  const options: readonly CellOption[] = column.options?.() ?? []
  const selectedIndex = options.findIndex((option) => option.value === value)
  const isUnknown = isText || (value !== null && selectedIndex === -1)
  return (
    <select
      id={id}
      value={isUnknown ? 'unknown' : value === null ? '' : String(selectedIndex)}
      disabled={isReadOnly}
      data-detail-field={column.key}
      aria-describedby={describedBy}
      aria-invalid={look.message === null ? undefined : true}
      aria-required={column.field.required}
      onChange={(event) => {
        const selectedValue = event.target.value
        if (selectedValue !== 'unknown')
          typing.choose(selectedValue === '' ? null : (options[Number(selectedValue)]?.value ?? null))
      }}
      className={`${inputClass} pr-7`}
    >
      {value === null || !column.field.required ? <option value="">선택 안 함</option> : null}
      {isUnknown ? <option value="unknown">{look.text}</option> : null}
      {options.map((option, index) => (
        <option key={String(option.value)} value={String(index)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
