import type { Application } from '#contract/books/applications.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { applicationTypeLabel } from '#domain/applications/application-type.ts'
import { formatDay } from '#domain/office-date.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { deleteQuestion } from '#app/records/record-book.ts'
import { recordDelete } from '#app/records/record-edits.ts'
import type { useConfirm } from '#app/ui/overlays/confirm.tsx'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { applicationBook } from './application-draft.ts'

type Ground = Parameters<typeof performAction>[0] & {
  readonly confirm: ReturnType<typeof useConfirm>
  readonly toast: ShowToast
}

/** Asks, and deletes a saved form as an action that can be undone; the unit keeps its lands and parties. True when it is gone. */
export async function deleteForm({ confirm, toast, ...ground }: Ground, saved: Application): Promise<boolean> {
  const { description, rules } = applicationBook
  const record = saved as unknown as AnyRecord
  const isSure = await confirm({
    title: deleteQuestion(applicationBook, { record, joined: {} }),
    message: `${formatDay(saved.regi_date)} ${applicationTypeLabel(saved.application_type)}\n세대의 토지와 당사자는 그대로 남습니다.`,
    confirmLabel: '삭제',
    isDestructive: true,
  })
  if (!isSure) return false
  const words = description.words.delete
  const caption = rules.captionOf(record, {})
  const edits = [{ edit: recordDelete(applicationBook, { record, joined: {} }), record, caption }]
  const { failure } = await performAction(ground, { label: `${words.step} (${caption})`, edits })
  if (failure === null) toast.success(words.done)
  else toast.error(words.failedBecause.replace('{reason}', () => failure))
  return failure === null
}
