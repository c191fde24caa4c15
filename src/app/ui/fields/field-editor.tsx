import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Field } from '#contract/books/field.ts'
import { Button } from '../buttons/button.tsx'
import { AmountField } from './amount-field.tsx'
import { DateField, TypedDateField, TypedMomentField } from './date-field.tsx'
import { describeNewText } from './new-text.ts'
import { Select, type SelectChoice } from './select.tsx'
import { SuggestField } from './suggest-field.tsx'
import { TextArea } from './text-area.tsx'
import { type FieldFrameProps, TextField } from './text-field.tsx'

interface FieldEditorProps extends Pick<FieldFrameProps, 'error' | 'hint' | 'isLabelHidden' | 'framedBy'> {
  field: Field
  text: string
  onText(text: string): void
  /** Options of a reference; for other kinds of choice, instead of the field's own. */
  choices?: readonly SelectChoice<string>[]
  /** Shown instead of the options: why nothing can be chosen yet. */
  waiting?: string | undefined
  /** Texts in use, for a field that accepts any other text too. */
  suggestions?: readonly string[] | undefined
  /**
   * The text is read by others: a typed day isn't parsed when the field is left, and a text that is
   * too long is not cut.
   */
  isPlain?: boolean
  /** Texts that may be this long get several lines; plain ones only if it is given. */
  areaLength?: number
  readOnly?: boolean
  /** Creates a record that isn't among the options yet, or that the text names. */
  creation?: { readonly noun: string; make(): void } | undefined
}

/** One labelled control for a value of the field, as text, according to the field's kind. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, text, onText, choices, waiting, suggestions, isPlain = false, creation, ...frame } = props
  const { areaLength = isPlain ? Infinity : 1000, readOnly = false, ...frameProps } = frame
  const { kind, label, maxLength = 0 } = field
  const shared = { ...frameProps, label, isRequired: field.required === true, value: text, onValue: onText }
  const options = choices ?? listChoices(field)
  if (options) {
    const select = (
      <Select
        {...shared}
        choices={withEmptyChoice(field, text, { options, waiting })}
        isDisabled={readOnly || waiting !== undefined}
      />
    )
    return creation ? <WithCreateButton creation={creation}>{select}</WithCreateButton> : select
  }
  if (suggestions) {
    const newText = describeNewText(field, text, { knownTexts: suggestions, noun: creation?.noun }) ?? undefined
    const suggest = (
      <SuggestField
        {...shared}
        hint={shared.hint ?? newText}
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
  const input = { ...shared, readOnly }
  if (kind === 'date') return isPlain ? <TypedDateField {...input} /> : <DateField {...shared} />
  if (kind === 'datetime') return <TypedMomentField {...input} />
  if (kind === 'won') return <AmountField {...input} {...(field.step !== undefined && { step: field.step })} />
  const limits = isPlain || field.maxLength === undefined ? {} : { maxLength }
  if (maxLength >= areaLength) return <TextArea {...input} {...limits} rows={2} />
  const isDecimal = (field.scale ?? 0) > 0
  const digits = { inputMode: isDecimal ? 'decimal' : 'numeric', className: 'text-right tabular-nums' } as const
  return <TextField {...input} {...limits} {...(kind === 'number' && digits)} />
}

function listChoices({ kind, choices = [] }: Field): readonly SelectChoice<string>[] | null {
  if (kind === 'flag') return flags
  return kind === 'enum' ? choices : kind === 'reference' ? [] : null
}

/** The options after a line for no value, or for one that isn't among them. */
function withEmptyChoice(
  { kind, required }: Field,
  text: string,
  { options, waiting }: { options: readonly SelectChoice<string>[]; waiting: string | undefined },
): readonly SelectChoice<string>[] {
  const label = waiting ?? (required ? '선택해 주세요' : '선택 안 함')
  const has = (wanted: string) => options.some(({ value }) => value === wanted)
  if (!required && kind !== 'flag') return has('') ? options : [{ value: '', label }, ...options]
  return has(text) ? options : [{ value: text, label }, ...options]
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
