import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import type { HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, formatWaitingNote } from '#app/records/actions/outcome-texts.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Reminder } from '#contract/books/reminders.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { finishReminder } from '#domain/books/reminders.ts'
import { formatDay } from '#domain/dates/office-date.ts'

/**
 * 처리 of reminders as one action, undone by its toast or by the screen that `history` belongs to.
 * Those that are done already stay as they are.
 */
export function useFinishReminders(history: ActionHistory, { undoIfNewest }: Pick<HistoryCommands, 'undoIfNewest'>) {
  const copy = useOfflineCopy()
  const toast = useToast()
  return async (rows: readonly SourceRow[]): Promise<void> => {
    const openRows = rows.filter(({ record }) => record['done_on'] === null)
    if (openRows.length === 0) return toast.warning('이미 처리한 메모입니다.', bookToast)
    const book = getRecordBook('reminders')
    const edits = openRows.flatMap((row) => {
      const built = buildUpdate(book, row, finishReminder(row.record as unknown as Reminder, getOfficeToday()))
      return 'refusal' in built
        ? []
        : [{ edit: built.edit, record: row.record, caption: book.rules.captionOf(row.record) }]
    })
    const { actionId, failure } = await performAction({ copy, history }, { label: '처리', edits })
    if (failure !== null) return toast.error(`처리하지 못했습니다. ${failure}`, bookToast)
    const [first] = edits
    const next = first?.edit.kind === 'update' ? first.edit.changes['due_on']?.new : undefined
    const subject = edits.length === 1 ? `'${first?.caption}'` : `${edits.length}건을`
    const nextNote = edits.length === 1 && typeof next === 'string' ? ` 다음은 ${formatDay(next)}입니다.` : ''
    const waitingNote = formatWaitingNote(copy.getStatus().connection === 'online')
    toast.success(`${subject} 처리했습니다.${nextNote}${waitingNote}`, {
      action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) },
    })
  }
}
