import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { DateField, TypedDateField, TypedMomentField } from '#app/ui/fields/date-field.tsx'
import { describeNewText } from '#app/ui/fields/new-text.ts'
import { Select, type SelectChoice } from '#app/ui/fields/select.tsx'
import { SuggestField } from '#app/ui/fields/suggest-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { Field } from '#contract/books/field.ts'

interface FieldControlProps {
  field: Field
  text: string
  error: string | undefined
  hint?: string | undefined
  onText(text: string): void
  /** Options of a reference. */
  choices?: readonly SelectChoice<string>[]
  /** Shown instead of the options: why nothing can be chosen yet. */
  waiting?: string | undefined
  /** Texts in use, for a field that accepts any other text too. */
  suggestions?: readonly string[] | undefined
  /**
   * Uses a single-line input for long texts too, and keeps a typed day as text until the form reads
   * it.
   */
  isPlain?: true
  /** Creates a record that isn't among the options yet, or that the text names. */
  creation?: { readonly noun: string; make(): void } | undefined
}

/** One labelled form control according to the field's kind. */
export function FieldControl({
  field,
  text,
  error,
  hint,
  onText,
  choices = [],
  waiting,
  suggestions,
  creation,
  ...look
}: FieldControlProps) {
  const { kind, label, maxLength } = field
  const frame = { label, isRequired: field.required === true, error, hint, value: text, onValue: onText }
  const options =
    kind === 'reference' ? choices : kind === 'flag' ? flags : kind === 'enum' ? (field.choices ?? []) : null
  if (options) {
    const empty = waiting ?? (field.required ? '선택해 주세요' : '선택 안 함')
    const isKnown = options.some(({ value }) => value === text)
    const hasEmptyChoice = !field.required && kind !== 'flag'
    const first = hasEmptyChoice || !isKnown ? [{ value: hasEmptyChoice ? '' : text, label: empty }] : []
    const select = <Select {...frame} choices={[...first, ...options]} isDisabled={waiting !== undefined} />
    return creation ? <WithCreateButton creation={creation}>{select}</WithCreateButton> : select
  }
  if (suggestions) {
    const newText = describeNewText(field, text, { knownTexts: suggestions, noun: creation?.noun }) ?? undefined
    const suggest = (
      <SuggestField
        {...frame}
        hint={hint ?? newText}
        suggestions={suggestions}
        taken={field.names ? 'only-match' : 'completion'}
      />
    )
    // Keep the wrapper while the button comes and goes; moving the input in the tree would lose the
    // focus.
    return creation ? (
      <WithCreateButton creation={creation} isNeeded={newText !== undefined}>
        {suggest}
      </WithCreateButton>
    ) : (
      suggest
    )
  }
  if (kind === 'date') return look.isPlain ? <TypedDateField {...frame} /> : <DateField {...frame} />
  if (kind === 'datetime') return <TypedMomentField {...frame} />
  if (kind === 'won') return <AmountField {...frame} />
  if ((maxLength ?? 0) >= 1000 && !look.isPlain) return <TextArea {...frame} maxLength={maxLength} />
  return (
    <TextField
      {...frame}
      {...(kind === 'number'
        ? { inputMode: (field.scale ?? 0) > 0 ? 'decimal' : 'numeric', className: 'text-right tabular-nums' }
        : {})}
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  )
}

/**
 * A button rather than a last option: arrow keys step through a closed list and would open a form
 * at its end.
 */
function WithCreateButton(props: {
  creation: { noun: string; make(): void }
  isNeeded?: boolean
  children: ReactNode
}) {
  const { creation, isNeeded = true, children } = props
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">{children}</div>
      {isNeeded ? (
        <Button
          tone="transparent"
          size="sm"
          icon={<Plus size={14} strokeWidth={1.5} />}
          onClick={() => creation.make()}
        >
          새 {creation.noun} 만들기
        </Button>
      ) : null}
    </div>
  )
}

const flags = [
  { value: 'true', label: '예' },
  { value: 'false', label: '아니오' },
] as const
