import { useEffect, useMemo, useState } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import type { HistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import { useConfirm } from '#app/ui/confirm.tsx'
import type { EntryDraft } from '#app/ui/data-table/edit-act.ts'
import type { ShowToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { createDetailWindows } from './detail-window.ts'
import type { OutcomeWords } from './outcome-words.ts'
import { createRecordActs, type RecordActs } from './record-acts.ts'
import type { RecordBook } from './record-book.ts'

interface ActsOf {
  book: RecordBook
  words: OutcomeWords
  copy: OfflineCopy
  source: RowSource
  toast: ShowToast
  captionOfDraft(draft: EntryDraft): string
  history: ActHistory
  commands: Pick<HistoryCommands, 'undoAct'>
}

/** The acts of a book on this screen; the same object for the screen's whole life, so that the table does not redraw for it. */
export function useRecordActs(given: ActsOf): RecordActs {
  const { book, words, copy, source, history } = given
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
      createRecordActs({
        book,
        copy,
        history,
        words,
        undoAct: (actId) => now().commands.undoAct(actId),
        openWindow: windows.open,
        captionOfDraft: (draft) => now().captionOfDraft(draft),
        toast: () => now().toast,
        confirm: (question) => now().confirm(question),
      }),
    [book, words, copy, history, now, windows],
  )
}
