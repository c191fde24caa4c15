import { useId, useState } from 'react'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { useReferenceCreation } from '#app/records/form/create-record.ts'
import { type RecordDraft, withTypedText } from '#app/records/form/record-draft.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useUsedTexts } from '#app/records/offline-copy/use-used-texts.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import type { LinkedCreation } from '#app/records/screen/record-extras.ts'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import type { EntryLineOutcome } from '#app/ui/data-table/data-table-props.ts'
import type { EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { createEmptyCase, newCaseFields, readNewCase } from './new-case.ts'
import { findManager } from './project-options.ts'
import type { DepositFieldOptions } from './use-deposit-screen.ts'

const widths: Readonly<Record<string, string>> = { address: 'sm:col-span-2', notes: 'col-span-full' }

interface AddCaseDialogProps {
  fieldOptions: DepositFieldOptions
  /** Records that can be created along with a case. */
  linkedCreation: LinkedCreation
  onAdd(draft: EntryLineDraft, partEdits: readonly ActionEdit[]): Promise<EntryLineOutcome>
  onClose(): void
}

/**
 * 사건 추가: shows errors at their fields and fills in derived values. Works offline.
 */
export function AddCaseDialog({ fieldOptions, linkedCreation, onAdd, onClose }: AddCaseDialogProps) {
  const copy = useOfflineCopy()
  const usedTexts = useUsedTexts('deposit-cases')
  const toast = useToast()
  const hintId = useId()
  const [shouldCreateLinked, setShouldCreateLinked] = useState(false)
  const [empty] = useState(() => createEmptyCase(getOfficeToday()))
  const [draft, setDraft] = useState(empty)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isDirty = newCaseFields.some(({ key }) => draft[key] !== empty[key])

  function changeText(key: string, text: string) {
    const next = withManager(withTypedText(getRecordBook('deposit-cases'), draft, { key, text }), key, fieldOptions)
    const isUnchanged = ([errorKey]: [string, string]) => next[errorKey] === draft[errorKey]
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(isUnchanged)))
    setDraft(next)
  }

  const findCreation = useReferenceCreation('deposit-cases', draft, changeText)

  async function add() {
    const newCase = readNewCase(draft, getOfficeToday())
    setErrors(newCase.errors)
    if (Object.keys(newCase.errors).length > 0) return
    setIsBusy(true)
    const linked = shouldCreateLinked
      ? await linkedCreation.make(copy, newCase.values, fieldOptions.masterData.projects)
      : { id: null, edits: [] }
    if ('refusal' in linked) {
      setIsBusy(false)
      return toast.error(linked.refusal)
    }
    const values = linked.id === null ? newCase.values : { ...newCase.values, [linkedCreation.key]: linked.id }
    const outcome = await onAdd(values, linked.edits)
    setIsBusy(false)
    if (outcome) setErrors(outcome.fields ?? {})
    else onClose()
  }

  return (
    <FormDialog
      width="wide"
      title="사건 추가"
      isDirty={isDirty}
      isBusy={isBusy}
      submitLabel="저장"
      className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-2 lg:grid-cols-3"
      onSubmit={() => void add()}
      onClose={onClose}
    >
      {newCaseFields.map((field) => (
        <div key={field.key} data-form-field={field.key} className={widths[field.key] ?? ''}>
          <FieldEditor
            field={field}
            text={draft[field.key] ?? ''}
            error={errors[field.key]}
            readOnly={field.key === 'fees_vat'}
            onText={(text) => changeText(field.key, text)}
            suggestions={usedTexts.textsOf(field.key)}
            hint={describeValue(field.key, draft, fieldOptions)}
            {...findCreation(field)}
          />
        </div>
      ))}
      <div className="col-span-full">
        <label className="flex min-h-7 items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            checked={shouldCreateLinked}
            onChange={(event) => setShouldCreateLinked(event.target.checked)}
            aria-describedby={hintId}
            className="size-4 shrink-0 accent-primary"
          />
          {linkedCreation.label}
        </label>
        <p id={hintId} className="pl-6 text-label text-ink-3">
          {linkedCreation.hint}
        </p>
      </div>
    </FormDialog>
  )
}

function describeValue(key: string, draft: RecordDraft, { masterData }: DepositFieldOptions): string | undefined {
  if (key === 'fees_vat') return '보수료의 10%로 자동 계산됩니다.'
  if (key !== 'business_section') return undefined
  const manager = findManager((draft['business_section'] ?? '').trim(), masterData)
  return manager === '' ? undefined : `이 구간의 관리자: ${manager}`
}

/** Choosing a project fills an empty 담당자 with the project's manager. */
function withManager(draft: RecordDraft, key: string, { masterData }: DepositFieldOptions): RecordDraft {
  if (key !== 'business_section' || (draft['business_manager'] ?? '').trim() !== '') return draft
  return { ...draft, business_manager: findManager((draft['business_section'] ?? '').trim(), masterData) }
}
