import { josa } from 'es-hangul'
import { Plus, Trash2 } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { useLineFocus } from '#app/ui/fields/use-line-focus.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { parseSealedNumber } from '#contract/person-numbers/sealed-number.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { type UsedTexts, useUsedTexts } from '../offline-copy/use-used-texts.ts'
import { PersonNumberField } from '../person-numbers/person-number-field.tsx'
import { RevealPersonNumber } from '../person-numbers/reveal-person-number.tsx'
import { createEmptyPart, type PartDraft, type PartErrors, type PartForm } from './part-draft.ts'

interface PartLinesProps {
  form: PartForm
  parts: readonly PartDraft[]
  errors: PartErrors
  /** Called on every keystroke. A number is already sealed. */
  onChange(parts: readonly PartDraft[]): void
  /**
   * Called when a part was added or removed, a choice made or a number sealed, so that it can be
   * saved at once.
   */
  onCommit(parts: readonly PartDraft[]): void
  /** Called when a field was left, or by Enter in it. */
  onFieldBlur?(): void
  /** The parts' collection; adds 번호 보기 next to each person's number. */
  revealIn?: CollectionName
}

/** Parts of a record, one line each, in the order they are printed. Doesn't save anything. */
export function PartLines(props: PartLinesProps) {
  const { form, parts, onChange, onCommit, onFieldBlur } = props
  const { noun } = form
  const { list, willAdd, willRemove } = useLineFocus()
  const usedTexts = useUsedTexts(form.collection)
  const replacePart = (part: PartDraft) => parts.map((existing) => (existing.id === part.id ? part : existing))

  return (
    <div ref={list} className="flex flex-col gap-3">
      {parts.length === 0 ? <p className="text-ink-2">적어 둔 {josa(noun, '이/가')} 없습니다.</p> : null}
      {parts.map((part, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events that bubble from its fields
        <fieldset
          key={part.id}
          data-line
          aria-label={`${noun} ${index + 1}`}
          onBlur={(event) => isFieldBlur(event) && onFieldBlur?.()}
          onKeyDown={(event) => isEnter(event) && onFieldBlur?.()}
          className="flex min-w-0 flex-wrap items-start gap-2 border-b pb-3 last-of-type:border-b-0 last-of-type:pb-0"
        >
          {form.fields.map((field) => (
            <div key={field.key} className={widthClass(field)}>
              <PartField
                {...props}
                part={part}
                field={field}
                usedTexts={usedTexts}
                onChange={(next) => onChange(replacePart(next))}
                onCommit={(next) => onCommit(replacePart(next))}
              />
            </div>
          ))}
          <div className="ml-auto pt-6">
            <IconButton
              label={`${noun} ${index + 1} 삭제`}
              icon={<Trash2 size={16} strokeWidth={1.5} />}
              isDestructive
              data-removes
              onClick={() => {
                willRemove(index)
                onCommit(parts.filter(({ id }) => id !== part.id))
              }}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} strokeWidth={1.5} aria-hidden />}
          onClick={() => {
            willAdd(parts.length)
            onCommit([...parts, createEmptyPart(form, newId())])
          }}
        >
          {noun} 추가
        </Button>
      </div>
    </div>
  )
}

interface PartFieldProps extends Pick<PartLinesProps, 'form' | 'errors' | 'revealIn'> {
  part: PartDraft
  field: Field
  usedTexts: UsedTexts
  onChange(part: PartDraft): void
  onCommit(part: PartDraft): void
}

function PartField(props: PartFieldProps) {
  const { form, part, field, usedTexts, errors, onChange, onCommit } = props
  const { id, texts } = part
  if (field.companions) return <PartPersonNumber {...props} companions={field.companions} />
  const isChoice = field.kind === 'enum'
  // The number was validated for the other kind of party, so a change of the kind clears it.
  const numbers = form.fields.filter(({ companions }) => companions?.kind === field.key)
  const cleared = Object.fromEntries(
    numbers.flatMap(({ key, companions }) => [key, companions?.masked ?? key].map((k) => [k, ''])),
  )
  return (
    <FieldEditor
      isPlain
      field={isChoice && field.startsAs ? { ...field, required: true } : field}
      text={texts[field.key] ?? ''}
      error={errors[id]?.[field.key]}
      hint={form.hintOf?.(field.key, texts)}
      suggestions={usedTexts.textsOf(field.key)}
      onText={(text) => (isChoice ? onCommit : onChange)({ id, texts: { ...texts, ...cleared, [field.key]: text } })}
    />
  )
}

/** A number field, with 번호 보기 unless the number is public anyway. */
function PartPersonNumber(props: PartFieldProps & { companions: NonNullable<Field['companions']> }) {
  const { form, part, field, errors, revealIn, companions, onCommit } = props
  const { id, texts } = part
  const kind = texts[companions.kind] === 'corporation' ? 'corporation' : 'person'
  const number = texts[field.key] ?? ''
  const masked = texts[companions.masked] ?? ''
  const name = texts['name'] ?? form.noun
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1">
        <PersonNumberField
          // A new field for the other kind, without the old error and half-typed digits.
          key={kind}
          kind={kind}
          masked={masked === '' ? null : masked}
          error={errors[id]?.[field.key]}
          onNumber={(entered) =>
            onCommit({
              id,
              texts: {
                ...texts,
                [field.key]: typeof entered.sealed === 'string' ? entered.sealed : '',
                [companions.masked]: entered.masked ?? '',
              },
            })
          }
        />
      </div>
      {revealIn && number !== '' && masked !== '' && kind === 'person' ? (
        <div className="shrink-0 pt-6">
          <RevealPersonNumber
            collection={revealIn}
            id={id}
            name={name}
            masked={masked}
            isWaiting={parseSealedNumber(number) !== null}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Width according to the expected text. */
function widthClass({ kind, maxLength = 0 }: Field): string {
  if (kind === 'secret') return 'min-w-60 flex-1 basis-72'
  if (kind !== 'text') return 'w-30'
  if (maxLength >= 300) return 'min-w-48 flex-1 basis-60'
  if (maxLength <= 20) return 'w-20'
  return maxLength < 100 ? 'min-w-30 flex-1 basis-36' : 'min-w-40 flex-1 basis-44'
}

/** Leaving an input field in any direction commits its text. */
function isFieldBlur({ target }: FocusEvent<HTMLElement>): boolean {
  return target instanceof HTMLInputElement
}

function isEnter(event: KeyboardEvent<HTMLElement>): boolean {
  return !isImeKey(event) && event.key === 'Enter' && event.target instanceof HTMLInputElement
}
