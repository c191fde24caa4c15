import { useId, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useCloseOrAsk } from '#app/ui/overlays/close-or-ask.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { MasterFormField } from './master-form-field.tsx'
import { faultOf, formFields, keptDepartment, textsOf, valuesOf, type MasterTexts } from './master-form-values.ts'
import type { MasterKind } from './master-kinds.ts'
import type { MasterLists } from './master-lists.ts'

export interface MasterFormProps {
  kind: MasterKind
  lists: MasterLists
  /** Null: a new record. */
  record: AnyRecord | null
  /** Answers the record's id; null when it could not be kept, and the form stays open with what was typed. */
  onSave(values: Record<string, FieldValue>): Promise<string | null>
  onClose(): void
  /** Further parts under the fields (the picture of a company), and whether they hold something unsaved. */
  extra?: { readonly content: React.ReactNode; readonly isDirty: boolean }
}

/** Add and edit form of a master record (spec 3 §2, §5). */
export function MasterForm({ kind, lists, record, onSave, onClose, extra }: MasterFormProps) {
  const id = useId()
  const first = useRef<HTMLElement>(null)
  const [start] = useState(() => textsOf(kind, record))
  const form = useForm<MasterTexts>({ defaultValues: start, mode: 'onSubmit' })
  const { isDirty: isTyped, isSubmitting } = form.formState
  const isDirty = isTyped || extra?.isDirty === true
  const title = `${kind.label} ${record === null ? '추가' : '수정'}`
  useDirtyForm(isDirty, title)
  const close = useCloseOrAsk(isDirty, onClose)

  return (
    <Dialog
      open
      isSticky={isDirty}
      title={title}
      initialFocus={first}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button tone="primary" type="submit" form={id} isBusy={isSubmitting}>
            {isSubmitting ? '저장 중...' : '저장'}
          </Button>
        </>
      }
    >
      <form
        ref={(element) => {
          first.current = element?.querySelector<HTMLElement>('input, select, textarea') ?? null
        }}
        id={id}
        noValidate
        className="grid gap-x-4 gap-y-3 pt-1 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void form.handleSubmit(async (texts) => {
            if ((await onSave(valuesOf(kind, texts))) !== null) onClose()
          })()
        }}
      >
        {formFields(kind).map((field) => (
          <div key={field.key} className={isWide(field) ? 'col-span-full' : ''}>
            <MasterFormField
              field={field}
              lists={lists}
              form={form}
              fault={(text) => (record !== null && text === start[field.key] ? null : faultOf(field, text))}
              onChosen={(text) => follow(field, text, { form, lists })}
            />
          </div>
        ))}
        {extra ? <div className="col-span-full">{extra.content}</div> : null}
      </form>
    </Dialog>
  )
}

/** Another company asks for another department (spec 3 §4 "Manager form"). */
function follow(
  field: Field,
  text: string,
  { form, lists }: { form: UseFormReturn<MasterTexts>; lists: MasterLists },
): void {
  const department = form.getValues('department')
  if (field.key !== 'company' || department === undefined) return
  form.setValue('department', keptDepartment(department, text, lists), { shouldDirty: true })
}

function isWide({ kind, maxLength = 0 }: Field): boolean {
  return kind === 'text' && maxLength >= 300
}
