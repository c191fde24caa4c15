import type { ReactNode, RefObject } from 'react'
import type { Field } from '#contract/books/field.ts'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { SuggestField } from '#app/ui/fields/suggest-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { DepositOffers } from './use-deposit-offers.ts'
import { managerOfSection, sectionOptions } from './section-choices.ts'

interface AddCaseFieldProps {
  field: Field
  text: string
  error: string | undefined
  offers: DepositOffers
  onText(text: string): void
  /** Gets the field's input. */
  inputRef?: RefObject<HTMLInputElement | null>
}

/** One labelled control of 사건 추가, as the field's kind asks for. */
export function AddCaseField(props: AddCaseFieldProps) {
  const { inputRef } = props
  const { key } = props.field
  return (
    <div
      ref={(box) => {
        if (inputRef) inputRef.current = box?.querySelector('input') ?? null
      }}
      data-add-field={key}
      className={widths[key] ?? ''}
    >
      {controlOf(props)}
    </div>
  )
}

const widths: Readonly<Record<string, string>> = { address: 'sm:col-span-2', notes: 'col-span-full' }

function controlOf({ field, text, error, offers, onText }: AddCaseFieldProps): ReactNode {
  const frame = { label: field.label, isRequired: field.required === true, error, value: text, onValue: onText }
  if (field.kind === 'enum') {
    return <Select {...frame} choices={[{ value: '', label: '선택 안 함' }, ...(field.choices ?? [])]} />
  }
  if (field.kind === 'date') return <DateField {...frame} />
  if (field.kind === 'won') {
    // 부가세 is never typed: it is 10 % of 보수료 (spec 2 §5).
    const own = field.key === 'fees_vat' ? { readOnly: true, hint: '보수료의 10%로 자동 계산됩니다.' } : {}
    return <AmountField {...frame} {...own} />
  }
  const suggestions = suggestionsOf(field.key, offers)
  if (suggestions === null) return <TextField {...frame} {...longest(field)} />
  const manager = field.key === 'business_section' ? managerOfSection(text.trim(), offers.masters) : ''
  return (
    <SuggestField
      {...frame}
      suggestions={suggestions}
      {...(manager === '' ? {} : { hint: `이 구간의 관리자: ${manager}` })}
    />
  )
}

function longest({ maxLength }: Field): { maxLength?: number } {
  return maxLength === undefined ? {} : { maxLength }
}

function suggestionsOf(key: string, { masters, suggestions }: DepositOffers): readonly string[] | null {
  switch (key) {
    case 'business_section':
      return sectionOptions(masters).map(({ label }) => label)
    case 'business_manager':
      return suggestions.business_manager
    case 'purpose':
      return suggestions.purpose
    default:
      return null
  }
}
