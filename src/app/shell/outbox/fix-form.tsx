import { useState } from 'react'
import { formatFieldValue, readDraft } from '#app/records/form/record-draft.ts'
import { listReferenceChoices } from '#app/records/form/reference-choices.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { PersonNumberField } from '#app/records/person-numbers/person-number-field.tsx'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { getBook } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { listPersonNumberFields } from '#contract/person-numbers/sealed-number.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { EntryView } from '#mirror/offline-copy.ts'
import { listChangedFields } from './entry-state.ts'
import type { References } from './outbox-items.ts'

/** 수정 후 다시 보내기: the entry's own values, to be corrected in place and sent again. */
export function FixForm(props: Pick<References, 'lists'> & { entry: EntryView; onDone(): void }) {
  const { entry, lists, onDone } = props
  const { outbox } = useOfflineCopy()
  const fields = listChangedFields(entry)
  const personNumberFields = listPersonNumberFields(getBook(entry.collection)).filter(({ key }) => key in entry.changes)
  const typedFields = fields.filter(({ kind }) => kind !== 'secret')
  const [enteredPersonNumbers, setEnteredPersonNumbers] = useState<Readonly<Record<string, FieldValue>>>({})
  const [start] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      typedFields.map((field) => [field.key, formatFieldValue(field, entry.changes[field.key]?.new ?? null)]),
    ),
  )
  const [texts, setTexts] = useState(start)
  const [errors, setErrors] = useState<Record<string, string>>(entry.problem?.fields ?? {})
  const [isBusy, setIsBusy] = useState(false)
  const isDirty = Object.keys(enteredPersonNumbers).length > 0 || JSON.stringify(texts) !== JSON.stringify(start)
  const close = useDirtyDialog(isDirty, '수정 후 다시 보내기', onDone)

  async function send() {
    const { values, errors: newErrors } = readDraft(typedFields, texts, { today: toOfficeDay(Date.now()) })
    setErrors(newErrors)
    if (Object.keys(newErrors).length > 0) return
    setIsBusy(true)
    await outbox.retry(entry.opId, { ...values, ...enteredPersonNumbers })
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
        {typedFields.map((field) => (
          <FieldEditor
            key={field.key}
            isPlain
            field={field}
            {...listReferenceChoices(entry.collection, field, { draft: texts, lists })}
            text={texts[field.key] ?? ''}
            error={errors[field.key]}
            onText={(text) => setTexts((before) => ({ ...before, [field.key]: text }))}
          />
        ))}
        {personNumberFields.map(({ key, companions }) => (
          <PersonNumberField
            key={key}
            kind={texts[companions.kind] === 'corporation' ? 'corporation' : 'person'}
            masked={textOrNull(enteredPersonNumbers[companions.masked] ?? entry.changes[companions.masked]?.new)}
            error={errors[key]}
            onNumber={({ sealed, masked }) => {
              setErrors(({ [key]: _settled, ...others }) => others)
              setEnteredPersonNumbers((before) => ({ ...before, [key]: sealed, [companions.masked]: masked }))
            }}
          />
        ))}
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          보내기
        </Button>
        <Button onClick={() => void close()}>취소</Button>
      </div>
    </form>
  )
}

function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
