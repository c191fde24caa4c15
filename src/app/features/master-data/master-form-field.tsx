import { useController, useWatch, type UseFormReturn } from 'react-hook-form'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select, type SelectChoice } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { belongingNames, nameOf } from './belonging-names.ts'
import { departmentsOf, type MasterTexts } from './master-form-values.ts'
import type { MasterLists } from './master-lists.ts'

interface MasterFormFieldProps {
  field: Field
  lists: MasterLists
  form: UseFormReturn<MasterTexts>
  /** Korean reason why a text may not stand here. */
  fault(text: string): string | null
  /** Called when a person chose another value in a list. */
  onChosen(text: string): void
}

/** One labelled control of a master form, as the field's kind asks for. */
export function MasterFormField({ field, lists, form, fault, onChosen }: MasterFormFieldProps) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({
    control: form.control,
    name: field.key,
    rules: { validate: (text) => fault(text ?? '') ?? true },
  })
  const company = useWatch({ control: form.control, name: 'company' })
  const frame = {
    label: field.label,
    isRequired: field.required === true,
    error: fieldState.error?.message,
    value: value ?? '',
    onValue: (text: string) => onChange(text),
  }
  if (field.kind === 'reference' || field.kind === 'enum') {
    const isWaiting = field.key === 'department' && (company ?? '') === ''
    return (
      <Select
        {...frame}
        ref={ref}
        choices={[
          { value: '', label: isWaiting ? '회사를 먼저 선택해 주세요' : '선택해 주세요' },
          ...choicesOf(field, lists, company ?? ''),
        ]}
        isDisabled={isWaiting}
        onValue={(text) => {
          onChange(text)
          onChosen(text)
        }}
      />
    )
  }
  if (field.kind === 'date') return <DateField {...frame} />
  if ((field.maxLength ?? 0) >= 1000) return <TextArea {...frame} maxLength={field.maxLength} ref={ref} />
  return (
    <TextField
      {...frame}
      ref={ref}
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
      {...(field.kind === 'number' ? { inputMode: 'numeric', className: 'text-right tabular-nums' } : {})}
    />
  )
}

/** Namesakes are told apart by where they belong. */
function choicesOf(field: Field, lists: MasterLists, company: string): readonly SelectChoice<string>[] {
  if (field.kind === 'enum') return field.choices ?? []
  return recordsOf(field, lists, company).map((record) => {
    const { company_name, department_name } = belongingNames(record, lists)
    const note =
      field.key === 'department' || field.key === 'company'
        ? ''
        : [company_name, department_name].filter(Boolean).join(' · ')
    return { value: record.id, label: note === '' ? nameOf(record) : `${nameOf(record)} (${note})` }
  })
}

function recordsOf(field: Field, lists: MasterLists, company: string): readonly AnyRecord[] {
  switch (field.key) {
    case 'company':
      return lists.companies
    case 'department':
      return departmentsOf(company, lists)
    case 'manager':
      return lists.managers
    case 'project':
      return lists.projects
    default:
      return []
  }
}
