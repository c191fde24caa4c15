import { useEffect, useState } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { withTypedText } from '#app/records/form/record-draft.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { deleteQuestion } from '#app/records/record-book.ts'
import { buildDelete } from '#app/records/record-edits.ts'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useConfirm, useConfirmClose } from '#app/ui/overlays/confirm.tsx'
import { type ShowToast, useToast } from '#app/ui/overlays/toast.tsx'
import type { Application } from '#contract/books/applications.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { formatApplicationType } from '#domain/applications/application.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { fillFromBank } from '../parties/fill-from-bank.ts'
import { createEmptyParty } from '../parties/party-draft.ts'
import {
  type ApplicationDraft,
  applicationRecordBook,
  copyDraft,
  type DraftErrors,
  findObligorWarning,
  hasNoErrors,
  type LoadedUnit,
  loadUnit,
  startDraft,
  validateApplication,
} from './application-draft.ts'
import { buildFormEdits } from './save-application.ts'

interface FormOptions {
  readonly unitId: string
  readonly history: ActionHistory
}

export type ApplicationForm = ReturnType<typeof useApplicationForm>

/**
 * State of the form of one unit, loaded from the offline copy. A save is one undoable action and
 * works offline.
 */
export function useApplicationForm({ unitId, history }: FormOptions) {
  const office = useOffice()
  const copy = useOfflineCopy()
  const toast = useToast()
  const confirm = useConfirm()
  const [loaded, setLoaded] = useState<LoadedUnit | null | undefined>()
  const [draft, setDraft] = useState<ApplicationDraft | null>(null)
  const [initialDraft, setInitialDraft] = useState<ApplicationDraft | null>(null)
  const [areErrorsShown, setErrorsShown] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = draft !== null && JSON.stringify(draft) !== JSON.stringify(initialDraft)
  useDirtyForm(isDirty, '등기신청서 작성')
  const confirmAndOpen = useConfirmClose(isDirty, (saved: Application | null) => loaded && void openForm(loaded, saved))

  async function openForm(from: LoadedUnit, saved: Application | null) {
    const mortgagee = from.bank ? await fillFromBank(createEmptyParty('grantor', newId()), from.bank) : null
    const next = startDraft(from, saved, { office, today: getOfficeToday(), newId, mortgagee })
    setDraft(next)
    setInitialDraft(next)
    setErrorsShown(false)
  }

  useEffect(() => {
    const controller = new AbortController()
    void loadUnit(copy, unitId).then((loadedUnit) => {
      if (controller.signal.aborted) return
      setLoaded(loadedUnit)
      if (loadedUnit) void openForm(loadedUnit, loadedUnit.applications[0] ?? null)
    })
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form starts once per unit; later data must not overwrite input
  }, [copy, unitId])

  async function save(): Promise<boolean> {
    if (!loaded || !draft) return false
    setErrorsShown(true)
    if (!hasNoErrors(validateApplication(draft, getOfficeToday()))) return false
    setIsSaving(true)
    const failure = await saveForm({ copy, history }, { loaded, draft })
    setIsSaving(false)
    if (failure === null) setInitialDraft(draft)
    else toast.error(`신청서 저장 중 오류가 발생했습니다.\n${failure}\n신청서 작성에 실패했습니다.`)
    return failure === null
  }

  async function deleteSaved(saved: Application) {
    if (!loaded || !(await deleteForm({ copy, history, confirm, toast }, saved))) return
    const remaining = { ...loaded, applications: loaded.applications.filter(({ id }) => id !== saved.id) }
    setLoaded(remaining)
    void openForm(remaining, remaining.applications[0] ?? null)
  }

  const put = (change: Partial<ApplicationDraft>) => setDraft((now) => (now ? { ...now, ...change } : now))
  return {
    loaded,
    draft,
    isSaving,
    isDirty,
    put,
    save,
    deleteSaved,
    errors: areErrorsShown && draft ? validateApplication(draft, getOfficeToday()) : noErrors,
    warning: loaded && draft ? findObligorWarning(draft, loaded.group) : null,
    changeText: (key: string, text: string) =>
      setDraft((now) =>
        now ? { ...now, texts: withTypedText(applicationRecordBook, now.texts, { key, text }) } : now,
      ),
    open: (saved: Application | null) => void confirmAndOpen(saved),
    copyAsNew: () => draft && setDraft(copyDraft(draft, { today: getOfficeToday() })),
  }
}

/** Saves the form as one action. Returns the reason of a failure, or null. */
async function saveForm(
  context: Parameters<typeof performAction>[0],
  { loaded, draft }: { loaded: LoadedUnit; draft: ApplicationDraft },
): Promise<string | null> {
  const result = buildFormEdits(loaded, draft, { today: getOfficeToday(), newId })
  if ('refusal' in result) return result.refusal
  return (await performAction(context, { label: describeStep(loaded, draft), edits: result.edits })).failure
}

const noErrors: DraftErrors = { fields: {}, lands: {}, parties: {}, hasWrongShares: false }

function describeStep({ unit, group }: LoadedUnit, { saved }: ApplicationDraft): string {
  const subject = [group?.name, unit.dongho].filter(Boolean).join(' ')
  return `신청서 ${saved ? '수정' : '작성'} (${subject})`
}

type FormContext = Parameters<typeof performAction>[0] & {
  readonly confirm: ReturnType<typeof useConfirm>
  readonly toast: ShowToast
}

/**
 * Asks and deletes a saved form as an undoable action; the unit keeps its lands and parties.
 * Returns true if it was deleted.
 */
async function deleteForm({ confirm, toast, ...context }: FormContext, saved: Application): Promise<boolean> {
  const { rules } = applicationRecordBook
  const record = saved as unknown as AnyRecord
  const isConfirmed = await confirm({
    title: deleteQuestion(applicationRecordBook, { record, joined: {} }),
    message: `${formatDay(saved.regi_date)} ${formatApplicationType(saved.application_type)}\n세대의 토지와 당사자는 그대로 남습니다.`,
    confirmLabel: '삭제',
    isDestructive: true,
  })
  if (!isConfirmed) return false
  const wordings = applicationRecordBook.wordings.delete
  const caption = rules.captionOf(record, {})
  const edits = [{ edit: buildDelete(applicationRecordBook, { record, joined: {} }), record, caption }]
  const { failure } = await performAction(context, { label: `${wordings.step} (${caption})`, edits })
  if (failure === null) toast.success(wordings.done)
  else toast.error(wordings.failedBecause.replace('{reason}', () => failure))
  return failure === null
}
