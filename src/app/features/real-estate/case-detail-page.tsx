import { useEffect, useRef, useState } from 'react'
import type { Field } from '#contract/records/field.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { useOfflineCopy } from '#app/session/offline-copy.tsx'
import { useDirtyForm } from '#app/session/dirty-form.ts'
import { Button } from '#app/ui/button.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { Select } from '#app/ui/select.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { caseCaption, caseUpdate } from './case-edits.ts'
import { changesOf, draftOf, typeInto, type CaseDraft } from './case-draft.ts'
import { useCaseRow } from './use-case-row.ts'
import { postDetailMessage } from './detail-messages.ts'
import { useGroups } from './use-groups.ts'
import { caseBookToast, failureText, successText } from './write-outcome-toasts.ts'

/** The standalone window of one entry (decision 18): fed by the book that opened it, or by id from the offline copy when opened directly. */
export function CaseDetailPage({ id }: { id: string }) {
  const { row, isMissing } = useCaseRow(id)
  if (isMissing) {
    return (
      <div className="p-8">
        <h1 className="text-title font-semibold">사건을 찾을 수 없습니다</h1>
        <p className="mt-2 text-ink-2">삭제되었거나 이 기기에 아직 내려받지 않은 사건입니다.</p>
        <Button className="mt-4" onClick={() => window.close()}>
          창 닫기
        </Button>
      </div>
    )
  }
  if (!row) {
    return (
      <div className="flex justify-center p-16">
        <Spinner label="사건을 불러오는 중" />
      </div>
    )
  }
  return <CaseForm key={row.id} row={row} />
}

function CaseForm({ row }: { row: SourceRow }) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const groups = useGroups(copy)
  const [base, setBase] = useState(row)
  const [draft, setDraft] = useState<CaseDraft>(() => draftOf(row))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const typed = changesOf(draft, base, officeToday())
  // A value that cannot be read yet is input all the same: without it the window would offer to close over it.
  const isDirty = Object.keys(typed.changes).length > 0 || Object.keys(typed.errors).length > 0
  useDirtyForm(isDirty, `사건 상세 (${caseCaption(base.record, base.joined['group_id'])})`)
  useFreshBase({ row, base, isDirty, take: (fresh) => (setBase(fresh), setDraft(draftOf(fresh))) })

  async function save() {
    const read = changesOf(draft, base, officeToday())
    setErrors(read.errors)
    if (Object.keys(read.errors).length > 0) return
    const made = caseUpdate(base, read.changes)
    if ('refusal' in made) return toast.error(made.refusal, caseBookToast)
    try {
      await copy.enqueue(made.edit)
    } catch {
      return toast.error(failureText('update', '이 기기에 저장하지 못했습니다. 창을 닫지 말고 다시 시도해 주세요.'))
    }
    setBase({ ...base, record: { ...base.record, ...read.changes } })
    if (window.opener instanceof Object)
      postDetailMessage(window.opener as Window, { type: 'detailSaved', id: base.id })
    toast.success(successText('update', caption, copy.getStatus().connection === 'online'), caseBookToast)
  }

  const caption = caseCaption(base.record, base.joined['group_id'])
  return (
    <form
      className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col gap-6 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <header className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b bg-paper py-4">
        <div className="mr-auto">
          <p className="text-label text-ink-3">사건부 상세</p>
          <h1 className="text-title font-semibold">{caption}</h1>
        </div>
        {isDirty ? (
          <>
            <Button onClick={() => (setDraft(draftOf(base)), setErrors({}))}>취소</Button>
            <Button type="submit" tone="primary">
              저장
            </Button>
          </>
        ) : (
          <Button onClick={() => window.close()}>닫기</Button>
        )}
      </header>
      {Object.entries(realEstateDescription.groups).map(([group, label]) => (
        <section key={group} aria-label={label} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <h2 className="col-span-full text-lead font-semibold">{label}</h2>
          {(realEstateDescription.fields as readonly Field[])
            .filter((field) => field.group === group)
            .map((field) => (
              <CaseField
                key={field.key}
                field={field}
                text={draft[field.key] ?? ''}
                error={errors[field.key] ?? base.marks[field.key]?.message}
                groups={groups}
                onText={(text) => setDraft((previous) => typeInto(previous, field.key, text))}
              />
            ))}
        </section>
      ))}
    </form>
  )
}

interface CaseFieldProps {
  field: Field
  text: string
  error: string | undefined
  groups: ReturnType<typeof useGroups>
  onText(text: string): void
}

function CaseField({ field, text, error, groups, onText }: CaseFieldProps) {
  if (field.kind === 'reference') {
    const choices = groups.map((group) => ({ value: group.id, label: String(group['name']) }))
    const unknown = choices.some((choice) => choice.value === text) ? [] : [{ value: text, label: '선택해 주세요' }]
    return (
      <Select
        label={field.label}
        isRequired
        value={text}
        choices={[...unknown, ...choices]}
        error={error}
        onValue={onText}
      />
    )
  }
  const isMoney = field.kind === 'won'
  return (
    <TextField
      label={field.label}
      value={text}
      error={error}
      onValue={onText}
      {...(isMoney ? { inputMode: 'numeric', className: 'text-right tabular-nums' } : {})}
      {...(field.kind === 'date' ? { placeholder: '2026-01-31', inputMode: 'numeric', className: 'tabular-nums' } : {})}
      {...(field.maxLength === undefined ? {} : { maxLength: field.maxLength })}
    />
  )
}

interface FreshBase {
  row: SourceRow
  base: SourceRow
  isDirty: boolean
  take(row: SourceRow): void
}

/** A newer row replaces what is shown only while nothing is typed: an incoming change never takes text away (research/grid.md §14-19). */
function useFreshBase({ row, base, isDirty, take }: FreshBase): void {
  const taking = useRef(take)
  useEffect(() => {
    taking.current = take
  })
  useEffect(() => {
    if (!isDirty && row.record.version > base.record.version) taking.current(row)
  }, [row, base, isDirty])
}
