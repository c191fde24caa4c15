import { useState } from 'react'
import { officeDay } from '#domain/office-date.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { FieldControl } from '#app/records/form/field-control.tsx'
import { textOfField } from '#app/records/form/field-text.ts'
import { readDraft } from '#app/records/form/record-draft.ts'
import { referenceChoices } from '#app/records/form/reference-choices.ts'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { fieldOf } from './entry-texts.ts'
import type { References } from './use-references.ts'

/** 수정 후 다시 보내기: the entry's own values, to be repaired in place and sent again. */
export function FixForm(props: Pick<References, 'lists'> & { entry: OutboxEntry; onDone(): void }) {
  const { entry, lists, onDone } = props
  const { outbox } = useOfflineCopy()
  const fields = Object.keys(entry.changes)
    .flatMap((key) => fieldOf(entry.collection, key) ?? [])
    // What only the server writes is no one's to repair.
    .filter(({ editable }) => editable !== false)
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.key, textOfField(field, entry.changes[field.key]?.new ?? null)])),
  )
  const [errors, setErrors] = useState<Record<string, string>>(entry.problem?.fields ?? {})
  const [isBusy, setBusy] = useState(false)
  useDirtyForm(true, '수정 후 다시 보내기')

  async function send() {
    const { values, errors: wrong } = readDraft(fields, texts, { today: officeDay(Date.now()) })
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    await outbox.retry(entry.opId, values)
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
          <FieldControl
            key={field.key}
            isPlain
            field={field}
            {...referenceChoices(entry.collection, field, { draft: texts, lists })}
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
