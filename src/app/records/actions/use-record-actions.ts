import { useEffect, useMemo, useState } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { createDetailWindows } from '../detail/detail-window.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { createRecordActions, type ActionsNeed, type RecordActions } from './record-actions.ts'
import type { RecordBook } from '../record-book.ts'

interface ActionsOf {
  book: RecordBook
  words: Wordings
  copy: OfflineCopy
  source: RowSource
  toast: ShowToast
  captionOfDraft(draft: EntryDraft): string
  toasts: ActionsNeed['toasts']
  onKept?: ActionsNeed['onKept']
  history: ActionHistory
  commands: Pick<HistoryCommands, 'undoAction'>
}

/** The actions of a book on this screen; the same object for the screen's whole life, so that the table does not redraw for it. */
export function useRecordActions(given: ActionsOf): RecordActions {
  const { book, words, copy, source, history, toasts } = given
  const confirm = useConfirm()
  const now = useLatest({ ...given, confirm })
  const [windows] = useState(() => createDetailWindows(book.collection))
  useEffect(
    () =>
      windows.listen({
        rowOf: (id) => source.rowById(id),
        onSaved: () => {
          copy.syncNow()
          source.refresh()
        },
      }),
    [copy, source, windows],
  )
  return useMemo(
    () =>
      createRecordActions({
        book,
        copy,
        history,
        words,
        undoAction: (actId) => now().commands.undoAction(actId),
        openWindow: windows.open,
        captionOfDraft: (draft) => now().captionOfDraft(draft),
        toasts,
        onKept: (kind) => now().onKept?.(kind),
        toast: () => now().toast,
        confirm: (question) => now().confirm(question),
      }),
    [book, words, copy, history, toasts, now, windows],
  )
}
