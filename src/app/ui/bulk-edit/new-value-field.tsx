import { type KeyboardEvent, useState } from 'react'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { formatCellValue, parseEntry } from '../data-table/cells/cell-text.ts'
import { hasFixedOptions } from '../data-table/columns/table-columns.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { ListControl } from '../detail-panel/list-control.tsx'
import { FieldEditor } from '../fields/field-editor.tsx'
import { describeNewText } from '../fields/new-text.ts'
import { FieldFrame } from '../fields/text-field.tsx'
import { isImeKey } from '../text-editing/composition.ts'

interface NewValueFieldProps {
  column: Column
  text: string
  error: string | undefined
  today: string
  onText(text: string): void
}

/** Edits a field's new value; its hint shows how a short form of a date or amount is read. */
export function NewValueField({ column, text, today, ...props }: NewValueFieldProps) {
  const { required: _required, ...field } = column.field
  const options = column.options?.().map((option) => ({ value: String(option.value), label: option.label }))
  const shared = { ...props, text, field: { ...field, label: `${column.label} 새 값` } }
  if (field.kind === 'reference') return <ReferenceField {...shared} column={column} />
  const knownTexts = options?.map(({ label }) => label)
  const noun = column.optionCreator?.noun
  return (
    <FieldEditor
      {...shared}
      isPlain
      isLabelHidden
      {...(hasFixedOptions(column)
        ? { choices: [{ value: '', label: '선택' }, ...(options ?? [])] }
        : {
            suggestions: knownTexts,
            hint:
              (knownTexts && describeNewText(field, text, { knownTexts, noun })) ?? formatDateHint(column, text, today),
          })}
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

interface ReferenceFieldProps extends Pick<NewValueFieldProps, 'error' | 'onText'> {
  field: Pick<Field, 'label'>
  /** A reference column with its options. */
  column: Column
  /** Id of the chosen record; empty for none. */
  text: string
}

/**
 * Chooses one record as a cell or a detail panel does. Offers no way to create one, because that
 * form would be a second modal window over this one.
 */
export function ReferenceField({
  field,
  error,
  column: { optionCreator: _optionCreator, ...column },
  text,
  onText,
}: ReferenceFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const selectedOption = column.options?.().find((option) => option.value === text)

  const typing = {
    text: typed,
    type(next: string) {
      setTyped(next)
      if (next === '') onText('')
    },
    choose(next: FieldValue) {
      setTyped(null)
      onText(String(next))
    },
    // Nothing is created here, so nothing is refused: a text that names no record is dropped.
    refuse: () => setTyped(null),
  }

  function dropByEscape(event: KeyboardEvent) {
    if (isImeKey(event) || event.key !== 'Escape' || typed === null) return
    event.stopPropagation()
    setTyped(null)
  }

  return (
    <FieldFrame label={field.label} isLabelHidden error={error}>
      {(framedBy) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles events that bubble from its field
        <div className="relative" onBlur={() => setTyped(null)} onKeyDown={dropByEscape}>
          <ListControl
            framedBy={framedBy}
            column={column}
            look={{ text: selectedOption?.label ?? '' }}
            value={text}
            typing={typing}
          />
        </div>
      )}
    </FieldFrame>
  )
}
