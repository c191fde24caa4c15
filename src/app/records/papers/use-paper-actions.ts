import type { FieldValue } from '#contract/books/field.ts'
import type { WriteKind } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { performAction, type ActionEdit } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { doneText, failedText } from '../actions/outcome-words.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { captionOfRow, recordBook } from '../record-book.ts'
import { recordDelete, recordUpdate } from '../record-edits.ts'
import type { PapersTarget } from './papers-target.ts'

/**
 * Edits and deletes an existing document: stored in the outbox, confirmed by a toast, undone by the
 * toast or the screen's 실행 취소. The file isn't touched, so an undo restores everything.
 */
export function usePaperActions({ collection, historyId }: PapersTarget) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, historyId)
  const { undoAction } = useHistoryCommands({ history, source: null, collection, toast })
  const book = recordBook(collection)
  const { words } = book.description

  async function run(kind: WriteKind, edit: ActionEdit): Promise<boolean> {
    const label = `${words[kind].step} (${edit.caption})`
    const { actId, failure } = await performAction({ copy, history }, { label, edits: [edit] })
    if (failure !== null) {
      toast.error(failedText(words, kind, failure))
      return false
    }
    const isOnline = copy.getStatus().connection === 'online'
    toast.success(doneText(words, kind, { subject: edit.caption, isOnline }), {
      action: { label: '되돌리기', onSelect: () => undoAction(actId) },
    })
    return true
  }

  return {
    async change(row: SourceRow, values: Record<string, FieldValue>): Promise<boolean> {
      const result = recordUpdate(book, row, values)
      if ('refusal' in result) {
        toast.error(result.refusal)
        return false
      }
      return run('update', { edit: result.edit, record: row.record, caption: captionOfRow(book, row) })
    },
    remove: (row: SourceRow) =>
      run('delete', { edit: recordDelete(book, row), record: row.record, caption: captionOfRow(book, row) }),
  }
}
