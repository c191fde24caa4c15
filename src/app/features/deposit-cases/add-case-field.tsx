import type { ComponentProps, RefObject } from 'react'
import { FieldControl } from '#app/records/form/field-control.tsx'
import { AmountField } from '#app/ui/fields/amount-field.tsx'

interface AddCaseFieldProps extends ComponentProps<typeof FieldControl> {
  /** Gets the field's input. */
  inputRef?: RefObject<HTMLInputElement | null>
}

/** One labelled control of 사건 추가. */
export function AddCaseField({ inputRef, ...control }: AddCaseFieldProps) {
  const { field, text, error, onText } = control
  return (
    <div
      ref={(box) => {
        if (inputRef) inputRef.current = box?.querySelector('input') ?? null
      }}
      data-form-field={field.key}
      className={widths[field.key] ?? ''}
    >
      {field.key === 'fees_vat' ? (
        <AmountField
          readOnly
          label={field.label}
          error={error}
          value={text}
          onValue={onText}
          hint="보수료의 10%로 자동 계산됩니다."
        />
      ) : (
        <FieldControl {...control} />
      )}
    </div>
  )
}

const widths: Readonly<Record<string, string>> = { address: 'sm:col-span-2', notes: 'col-span-full' }
