import { useState } from 'react'
import { formatFieldValue, readFieldText } from '#app/records/form/record-draft.ts'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { RegisterEntry } from '#contract/books/register-entries.ts'
import { type CorrectableKey, correctableKeys, registerCorrectionsPath } from '#contract/register/register.ts'
import { withParticle } from '#domain/text/with-particle.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { getCorrectedField } from './correction-texts.ts'
import { registerKey } from './register-search.ts'

const choices = correctableKeys.map((key) => ({ value: key, label: getCorrectedField(key).label }))

type Faults = Readonly<Partial<Record<'value' | 'reason', string>>>

interface CorrectionDialogProps {
  entry: RegisterEntry
  onDone(): void
  onClose(): void
}

/** 정정: one value of an entry whose month is closed, with the reason. For superusers. */
export function CorrectionDialog({ entry, onDone, onClose }: CorrectionDialogProps) {
  const [id] = useState(newId)
  const [key, setKey] = useState<CorrectableKey>('fee')
  const [text, setText] = useState(() => formatFieldValue(getCorrectedField('fee'), entry.fee))
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const field = getCorrectedField(key)
  const { isBusy, run } = useServerAction({
    send: (api, value: FieldValue) =>
      api.post(registerCorrectionsPath, { json: { id, entry_id: entry.id, field: key, value, reason } }).json(),
    done: `${withParticle(field.label, '을/를')} 정정했습니다.`,
    onRefusal: (problem) => setFaults({ reason: formatRefusal(problem) }),
    refetches: [registerKey],
    onDone() {
      onDone()
      onClose()
    },
  })

  function save() {
    const parsed = readFieldText(field, text, getOfficeToday())
    const found: Faults = {
      ...('error' in parsed && { value: parsed.error }),
      ...('value' in parsed && parsed.value === entry[key] && { value: '지금과 다른 값을 입력해 주세요.' }),
      ...(reason.trim() === '' && { reason: '사유를 입력해 주세요.' }),
    }
    setFaults(found)
    if ('value' in parsed && Object.keys(found).length === 0) void run(parsed.value)
  }

  return (
    <FormDialog
      title={`${entry.year}년 ${entry.serial ?? ''}번 정정`}
      description="마감한 달의 값을 고칩니다. 고치기 전의 값과 사유, 고친 사람은 정정 내역에 남습니다."
      isDirty={reason !== '' || text !== formatFieldValue(field, entry[key])}
      isBusy={isBusy}
      submitLabel="정정"
      className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2"
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label="항목"
        value={key}
        choices={choices}
        onValue={(next) => {
          setKey(next)
          setText(formatFieldValue(getCorrectedField(next), entry[next]))
          setFaults({})
        }}
      />
      <FieldEditor key={key} field={field} text={text} error={faults.value} onText={setText} />
      <div className="col-span-full">
        <TextArea label="사유" isRequired maxLength={300} value={reason} error={faults.reason} onValue={setReason} />
      </div>
    </FormDialog>
  )
}
