import { useEffect, useMemo, useState } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { HistoryCommands } from '#app/action-history/use-history-commands.ts'
import type { EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'
import type { Wordings } from '#contract/books/wordings.ts'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { listenForDetailMessages, postDetailMessage } from '../detail/detail-messages.ts'
import type { RecordBook } from '../record-book.ts'
import { type ActionsDeps, createRecordActions, type RecordActions } from './record-actions.ts'

interface RecordActionsOptions {
  book: RecordBook
  wordings: Wordings
  copy: OfflineCopy
  source: RowSource
  toast: ShowToast
  captionOfDraft(draft: EntryLineDraft): string
  toasts: ActionsDeps['toasts']
  onSaved?: ActionsDeps['onSaved']
  history: ActionHistory
  commands: Pick<HistoryCommands, 'undoIfNewest' | 'showCreated'>
}

/**
 * Actions of a book on this screen. The same object for the screen's lifetime, so that the table
 * doesn't render again.
 */
export function useRecordActions(options: RecordActionsOptions): RecordActions {
  const { book, wordings, copy, source, history, toasts } = options
  const confirm = useConfirm()
  const latest = useLatest({ ...options, confirm })
  const [windows] = useState(() => createDetailWindows(book.collection))
  useEffect(
    () =>
      windows.listen({
        getRow: (id) => source.rowById(id),
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
        wordings,
        undoIfNewest: (actionId) => latest().commands.undoIfNewest(actionId),
        openWindow: windows.open,
        captionOfDraft: (draft) => latest().captionOfDraft(draft),
        toasts,
        onSaved: (kind) => latest().onSaved?.(kind),
        onCreated: (id) => latest().commands.showCreated(id),
        toast: () => latest().toast,
        confirm: (question) => latest().confirm(question),
      }),
    [book, wordings, copy, history, toasts, latest, windows],
  )
}

interface DetailWindows {
  /**
   * Opens one record's full-screen window or brings it to the front; false when the browser blocked
   * it.
   */
  open(row: SourceRow): boolean
  /**
   * Sends each window its data on `detailReady` and reports its `detailSaved`. Returns the stop
   * function.
   */
  listen(handlers: { getRow(id: string): SourceRow | undefined; onSaved(id: string): void }): () => void
}

/** The book's side of its detail windows; `kind` as in /popup/{kind}/{id}. */
function createDetailWindows(kind: string): DetailWindows {
  const openedRows = new Map<string, SourceRow>()
  return {
    open(row) {
      openedRows.set(row.id, row)
      const { availWidth, availHeight } = window.screen
      const features = `popup,left=0,top=0,width=${availWidth},height=${availHeight}`
      const openedWindow = window.open(`/popup/${kind}/${row.id}`, `${kind}-${row.id}`, features)
      openedWindow?.focus()
      return openedWindow !== null
    },
    listen: ({ getRow, onSaved }) =>
      listenForDetailMessages((message, source) => {
        if (message.type === 'detailSaved') return onSaved(message.id)
        if (message.type !== 'detailReady' || !source) return
        const row = getRow(message.id) ?? openedRows.get(message.id)
        // The window of a record under 처리정지 loads it itself, after asking for a reason.
        if (row && !row.stopped && isWindow(source))
          postDetailMessage(source, { type: 'setDetailData', id: row.id, data: row.record })
      }),
  }
}

function isWindow(source: MessageEventSource): source is Window {
  return 'closed' in source
}
