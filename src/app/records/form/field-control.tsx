import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Field } from '#contract/books/field.ts'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { newTextNote } from '#app/ui/fields/new-text.ts'
import { Select, type SelectChoice } from '#app/ui/fields/select.tsx'
import { SuggestField } from '#app/ui/fields/suggest-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { TypedDateField } from '#app/ui/fields/typed-date-field.tsx'
import { TypedMomentField } from '#app/ui/fields/typed-moment-field.tsx'

interface FieldControlProps {
  field: Field
  text: string
  error: string | undefined
  hint?: string | undefined
  onText(text: string): void
  /** What a reference may point at. */
  choices?: readonly SelectChoice<string>[]
  /** Why nothing can be chosen yet, in place of a choice. */
  waiting?: string | undefined
  /** Texts in use, of a field that takes any other text too. */
  suggestions?: readonly string[] | undefined
  /** Long texts too get a field of one line, and a day keeps what was typed until the form reads it. */
  isPlain?: true
  /** Makes the record that is not among the choices yet, or that a text names. */
  making?: { readonly noun: string; make(): void } | undefined
}

/** One labelled control of a form, as the field's kind asks for. */
export function FieldControl({
  field,
  text,
  error,
  hint,
  onText,
  choices = [],
  waiting,
  suggestions,
  making,
  ...look
}: FieldControlProps) {
  const { kind, label, maxLength } = field
  const frame = { label, isRequired: field.required === true, error, hint, value: text, onValue: onText }
  const offered =
    kind === 'reference' ? choices : kind === 'flag' ? flags : kind === 'enum' ? (field.choices ?? []) : null
  if (offered) {
    const empty = waiting ?? (field.required ? '선택해 주세요' : '선택 안 함')
    const isKnown = offered.some(({ value }) => value === text)
    const isOffered = !field.required && kind !== 'flag'
    const first = isOffered || !isKnown ? [{ value: isOffered ? '' : text, label: empty }] : []
    const select = <Select {...frame} choices={[...first, ...offered]} isDisabled={waiting !== undefined} />
    return making ? <WithMaking making={making}>{select}</WithMaking> : select
  }
  if (suggestions) {
    const newText = newTextNote(field, text, { known: suggestions, noun: making?.noun }) ?? undefined
    const suggest = <SuggestField {...frame} hint={hint ?? newText} suggestions={suggestions} />
    // The frame stays while the button comes and goes: a field that moves in the tree would lose the focus.
    return making ? (
      <WithMaking making={making} isNeeded={newText !== undefined}>
        {suggest}
      </WithMaking>
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

/** A button and no last choice: arrow keys go through the choices of a closed list, and would open a form at its end. */
function WithMaking(props: { making: { noun: string; make(): void }; isNeeded?: boolean; children: ReactNode }) {
  const { making, isNeeded = true, children } = props
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">{children}</div>
      {isNeeded ? (
        <Button tone="transparent" size="sm" icon={<Plus size={14} strokeWidth={1.5} />} onClick={() => making.make()}>
          새 {making.noun} 만들기
        </Button>
      ) : null}
    </div>
  )
}

const flags = [
  { value: 'true', label: '예' },
  { value: 'false', label: '아니오' },
] as const
