import { useState } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { ListControl } from '../detail-panel/list-control.tsx'
import { FieldFrame } from '../fields/text-field.tsx'

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
  column: { optionCreator: _maker, ...column },
  value,
  onValue,
}: ReferenceFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const chosen = column.options?.().find((option) => option.value === value)

  const typing = {
    text,
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
    leave: () => setText(null),
  }

  return (
    <FieldFrame label={label} isLabelHidden error={error}>
      {(control) => (
        <div className="relative">
          <ListControl
            id={control.id}
            describedBy={control['aria-describedby']}
            column={column}
            look={{ text: chosen?.label ?? '', message: error ?? null }}
            value={value}
            typing={typing}
            isReadOnly={false}
          />
        </div>
      )}
    </FieldFrame>
  )
}
