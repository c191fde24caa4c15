import { useState } from 'react'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { officeDay } from '#domain/office-date.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { fieldOf } from './entry-texts.ts'
import { fixedValue, textToFix } from './fixed-value.ts'
import type { References } from './use-references.ts'

/** 고쳐서 보내기: the entry's own values, to be repaired in place and sent again. */
export function FixForm(props: Pick<References, 'recordsOf'> & { entry: OutboxEntry; onDone(): void }) {
  const { entry, recordsOf, onDone } = props
  const { outbox } = useOfflineCopy()
  const fields = Object.keys(entry.changes)
    .flatMap((key) => fieldOf(entry.collection, key) ?? [])
    // What only the server writes is no one's to repair.
    .filter(({ editable }) => editable !== false)
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.key, textToFix(field, entry.changes[field.key]?.new ?? null)])),
  )
  const [errors, setErrors] = useState<Record<string, string>>(entry.problem?.fields ?? {})
  const [isBusy, setBusy] = useState(false)
  useDirtyForm(true, '고쳐서 보내기')

  async function send() {
    const today = officeDay(Date.now())
    const read = fields.map((field) => ({ key: field.key, result: fixedValue(field, texts[field.key] ?? '', today) }))
    const wrong = read.flatMap(({ key, result }) => (result.ok ? [] : [[key, result.message] as const]))
    setErrors(Object.fromEntries(wrong))
    if (wrong.length > 0) return
    const fixed: Record<string, FieldValue> = {}
    for (const { key, result } of read) if (result.ok) fixed[key] = result.value
    setBusy(true)
    await outbox.retry(entry.opId, fixed)
    onDone()
  }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map((field) => (
          <FixField
            key={field.key}
            field={field}
            recordsOf={recordsOf}
            text={texts[field.key] ?? ''}
            error={errors[field.key]}
            onText={(text) => setTexts((before) => ({ ...before, [field.key]: text }))}
          />
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          보내기
        </Button>
        <Button onClick={onDone}>취소</Button>
      </div>
    </form>
  )
}

interface FixFieldProps extends Pick<References, 'recordsOf'> {
  field: Field
  text: string
  error: string | undefined
  onText(text: string): void
}

function FixField({ field, recordsOf, text, error, onText }: FixFieldProps) {
  const frame = { label: field.label, isRequired: field.required ?? false, error }
  if (field.kind === 'reference') {
    const known = recordsOf(field.refers?.collection ?? '').map((record) => ({
      value: record.id,
      label: String(record[field.refers?.label ?? 'name'] ?? ''),
    }))
    const choices = known.some((choice) => choice.value === text)
      ? known
      : [{ value: text, label: '선택해 주세요' }, ...known]
    return <Select {...frame} value={text} choices={choices} onValue={onText} />
  }
  if (field.kind === 'enum') {
    return <Select {...frame} value={text} choices={field.choices ?? []} onValue={onText} />
  }
  const isNumeric = field.kind === 'won' || field.kind === 'number'
  return (
    <TextField
      {...frame}
      value={text}
      onValue={onText}
      className={isNumeric ? 'tabular text-right' : ''}
      {...(isNumeric || field.kind === 'date' ? { inputMode: 'numeric' } : {})}
      {...(field.kind === 'date' ? { placeholder: '2026-01-31' } : {})}
    />
  )
}
