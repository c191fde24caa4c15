import { type ReactNode, useState } from 'react'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { listSelectableReferences } from '#contract/books/references.ts'
import { useReportUnreadLists } from '../offline-copy/unread-lists.ts'
import type { CompleteLists } from '../offline-copy/use-complete-lists.ts'
import { useUsedTexts } from '../offline-copy/use-used-texts.ts'
import type { RecordBook } from '../record-book.ts'
import { FormDialog } from '../unstored-values/form-dialog.tsx'
import { useReferenceCreation } from './create-record.ts'
import { buildInitialValues, createDraft, isBlank, readDraft, withTypedText } from './record-draft.ts'
import { listReferenceChoices, withFittingReferences } from './reference-choices.ts'

export interface RecordFormProps {
  book: RecordBook
  /** Lists its references choose from. */
  lists: Partial<CompleteLists>
  /** Null: a new record. */
  record: AnyRecord | null
  /** Initial values of a new record. */
  start?: Readonly<Record<string, FieldValue>>
  /** Tells records with the same name apart by what they belong to. */
  describeChoice?(record: AnyRecord, field: Field): string
  /** Replaces the usual message for an empty required field. */
  missingText?(field: Field): string
  /**
   * Returns the record's id; null when it couldn't be saved, and the form stays open with the
   * input.
   */
  onSave(values: Record<string, FieldValue>): Promise<string | null>
  onClose(): void
  /**
   * Additional content below the fields (a company's picture), and whether it has unsaved input.
   */
  extra?: { readonly content: ReactNode; readonly isDirty: boolean }
}

/** Add and edit form of a book: its editable fields in the order of the description. */
export function RecordForm(props: RecordFormProps) {
  const { book, lists, record, start = {}, describeChoice, missingText, onSave, onClose, extra } = props
  const { collection } = book
  useReportUnreadLists(collection)
  const usedTexts = useUsedTexts(collection)
  const fields = listFormFields(book)
  const [initialDraft] = useState(() =>
    createDraft(book, { record: record ?? { ...buildInitialValues(book), ...start } }),
  )
  const [draft, setDraft] = useState(initialDraft)
  const [isChecked, setIsChecked] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const { values, errors: parseErrors } = readDraft(fields, draft, {
    today: getOfficeToday(),
    ...(record && { before: initialDraft }),
  })
  const [firstField] = fields
  const isUntouched = record === null && extra?.isDirty !== true && isBlank(book, draft)
  const errors = { ...(isUntouched && firstField && { [firstField.key]: '한 가지는 입력해 주세요.' }), ...parseErrors }
  const missing = fields.filter(({ key, required }) => required && errors[key] && (draft[key] ?? '').trim() === '')
  const fieldErrors = {
    ...errors,
    ...(missingText && Object.fromEntries(missing.map((field) => [field.key, missingText(field)]))),
  }
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initialDraft) || extra?.isDirty === true
  const title = `${book.noun} ${record === null ? '추가' : '수정'}`

  function changeText(key: string, text: string) {
    setDraft((now) =>
      withFittingReferences(collection, withTypedText(book, now, { key, text }), { changedKey: key, lists }),
    )
  }

  const findCreation = useReferenceCreation(collection, draft, changeText)

  async function save() {
    setIsChecked(true)
    if (Object.keys(errors).length > 0) return
    setIsSaving(true)
    const isSaved = (await onSave(values)) !== null
    setIsSaving(false)
    if (isSaved) onClose()
  }

  return (
    <FormDialog
      title={title}
      isDirty={isDirty}
      isBusy={isSaving}
      submitLabel={isSaving ? '저장 중...' : '저장'}
      className="grid gap-x-4 gap-y-3 pt-1 sm:grid-cols-2"
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {fields.map((field) => (
        <div key={field.key} data-form-field={field.key} className={isWide(field) ? 'col-span-full' : ''}>
          <FieldEditor
            field={field}
            text={draft[field.key] ?? ''}
            error={isChecked ? fieldErrors[field.key] : undefined}
            onText={(text) => changeText(field.key, text)}
            suggestions={usedTexts.textsOf(field.key)}
            {...listReferenceChoices(collection, field, { draft, lists, describeChoice })}
            {...findCreation(field)}
          />
        </div>
      ))}
      {extra ? <div className="col-span-full">{extra.content}</div> : null}
    </FormDialog>
  )
}

/** Fields of an add or edit form, in the order of the record's description. */
export function listFormFields(book: RecordBook): readonly Field[] {
  const listed = new Set(listSelectableReferences(book.collection).map(({ key }) => key))
  return book.fields.filter(
    ({ key, kind, editable, isFixed }) =>
      editable !== false && isFixed !== true && (kind !== 'reference' || listed.has(key)),
  )
}

function isWide({ kind, maxLength = 0 }: Field): boolean {
  return kind === 'text' && maxLength >= 300
}
