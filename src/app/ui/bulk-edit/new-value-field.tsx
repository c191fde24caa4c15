import { useState } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import { formatCellValue, parseEntry } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { ListControl } from '../detail-panel/list-control.tsx'
import { TypedDateField } from '../fields/date-field.tsx'
import { describeNewText } from '../fields/new-text.ts'
import { Select } from '../fields/select.tsx'
import { SuggestField } from '../fields/suggest-field.tsx'
import { FieldFrame, TextField, type TextFieldProps } from '../fields/text-field.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import type { FieldChoice } from './field-choices.ts'

interface NewValueFieldProps {
  column: Column
  choice: FieldChoice
  error: string | undefined
  today: string
  onChoice(next: Partial<FieldChoice>): void
  /** Enter was pressed in a one-line input. */
  onEnter(): void
}

/**
 * The input for a field's new value, by field kind. Dates and amounts accept the short forms a cell
 * does; the hint shows how they were read.
 */
export function NewValueField({ column, choice, error, today, onChoice, onEnter }: NewValueFieldProps) {
  const label = `${column.label} 새 값`
  const options = column.options?.()
  if (column.field.kind === 'reference') {
    return (
      <ReferenceField
        label={label}
        error={error}
        column={column}
        value={choice.option ?? null}
        onValue={(option) => onChoice({ option })}
      />
    )
  }
  if (column.field.kind === 'enum' || column.field.kind === 'flag') {
    const choices = (options ?? []).map((option) => ({ value: String(option.value), label: option.label }))
    return (
      <Select
        label={label}
        error={error}
        isLabelHidden
        value={choice.option === undefined ? '' : String(choice.option)}
        choices={[{ value: '', label: '선택' }, ...choices]}
        onValue={(value) => onChoice({ option: options?.find((option) => String(option.value) === value)?.value })}
      />
    )
  }
  if (options) {
    const suggestions = options.map((option) => option.label)
    const onValue = (text: string) => onChoice({ text })
    const hint =
      describeNewText(column.field, choice.text, { knownTexts: suggestions, noun: column.optionCreator?.noun }) ??
      undefined
    return (
      <SuggestField
        label={label}
        error={error}
        hint={hint}
        suggestions={suggestions}
        taken={column.field.names ? 'only-match' : 'completion'}
        onValue={onValue}
        isLabelHidden
        value={choice.text}
      />
    )
  }
  const field: Omit<TextFieldProps, 'ref'> = {
    label,
    error,
    isLabelHidden: true,
    value: choice.text,
    hint: formatDateHint(column, choice.text, today),
    onValue: (text) => onChoice({ text }),
    onKeyDown(event) {
      if (isImeKey(event) || event.key !== 'Enter') return
      event.preventDefault()
      onEnter()
    },
  }
  if (column.field.kind === 'date') return <TypedDateField {...field} />
  return (
    <TextField
      {...field}
      {...(column.field.kind === 'text' ? {} : { inputMode: 'numeric', className: 'tabular-nums' })}
    />
  )
}

/**
 * Hint with the date as read, such as 2026-11-20 for `11/20`; undefined when it is the same as the
 * typed text.
 */
function formatDateHint(column: Column, text: string, today: string): string | undefined {
  if (column.field.kind === 'text' || text.trim() === '') return undefined
  const parsed = parseEntry(column, text, today)
  const formattedDate = parsed.ok ? formatCellValue(column, parsed.value) : ''
  return formattedDate === '' || formattedDate === text.trim() ? undefined : formattedDate
}

interface ReferenceFieldProps {
  label: string
  error: string | undefined
  /** A reference column with its options. */
  column: Column
  value: FieldValue
  /** The chosen record; undefined when the field was emptied. */
  onValue(value: FieldValue | undefined): void
}

/**
 * Chooses one record as a cell or a detail panel does. Offers no way to create one, because that
 * form would be a second modal window over this one.
 */
export function ReferenceField({
  label,
  error,
  column: { optionCreator: _optionCreator, ...column },
  value,
  onValue,
}: ReferenceFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const selectedOption = column.options?.().find((option) => option.value === value)

  const typing = {
    text,
    isHalfTyped: text !== null,
    type(next: string) {
      setText(next)
      if (next === '') onValue(undefined)
    },
    choose(next: FieldValue) {
      setText(null)
      onValue(next)
    },
    cancel() {
      setText(null)
      return text !== null
    },
    // Nothing is created here, so nothing is refused: a text that names no record is dropped.
    refuse: () => setText(null),
    commit: () => setText(null),
  }

  return (
    <FieldFrame label={label} isLabelHidden error={error}>
      {(control) => (
        <div className="relative">
          <ListControl
            id={control.id}
            describedBy={control['aria-describedby']}
            column={column}
            look={{ text: selectedOption?.label ?? '', message: error ?? null }}
            value={value}
            typing={typing}
            isReadOnly={false}
          />
        </div>
      )}
    </FieldFrame>
  )
}
