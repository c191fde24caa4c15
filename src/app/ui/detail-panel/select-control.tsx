import type { FieldValue } from '#contract/books/field.ts'
import type { CellOption } from '../data-table/data-table-props.ts'
import { inputClass } from '../fields/text-field.tsx'
import type { ControlProps } from './control-props.ts'

interface SelectControlProps extends ControlProps {
  readonly value: FieldValue
  /** The field holds text that is no valid value. */
  readonly isText: boolean
}

/**
 * A choice from a short list, as a native select. A value no longer offered, and text the table's
 * cell refused, stay visible until another option is chosen.
 */
export function SelectControl({ value, isText, ...props }: SelectControlProps) {
  const { id, describedBy, column, look, typing, isReadOnly } = props
  const options: readonly CellOption[] = column.options?.() ?? []
  const at = options.findIndex((option) => option.value === value)
  const isUnknown = isText || (value !== null && at === -1)
  return (
    <select
      id={id}
      value={isUnknown ? 'unknown' : value === null ? '' : String(at)}
      disabled={isReadOnly}
      data-detail-field={column.key}
      aria-describedby={describedBy}
      aria-invalid={look.message === null ? undefined : true}
      aria-required={column.field.required}
      onChange={(event) => {
        const chosen = event.target.value
        if (chosen !== 'unknown') typing.choose(chosen === '' ? null : (options[Number(chosen)]?.value ?? null))
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
