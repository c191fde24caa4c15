import { useCallback, useMemo, useState } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { BulkEditDialog } from '#app/ui/bulk-edit/bulk-edit-dialog.tsx'
import type { BulkOutcome } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import type { Column, RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { getRowCaption, type RecordBook } from '../record-book.ts'
import { createBulkEditCheck, createRecordBulkEdit, createSelectionReader } from './create-record-bulk-edit.ts'
import { formatWaitingNote } from './outcome-texts.ts'

interface RecordBulkEditProps {
  book: RecordBook
  copy: OfflineCopy
  history: ActionHistory
  commands: Pick<HistoryCommands, 'undoIfNewest'>
  columns: readonly Column[]
  /** The selection when the dialog opened. */
  selection: RowSelection
  query: Query
  onClose: () => void
}

/** 일괄 수정 of the book. */
export function RecordBulkEdit({ book, copy, history, commands, columns, ...props }: RecordBulkEditProps) {
  const toast = useToast()
  const latest = useLatest({ toast, commands, onClose: props.onClose })
  const fields = useMemo(() => columns.filter(({ isEditable }) => isEditable), [columns])
  const [{ selection, query }] = useState({ selection: props.selection, query: props.query })
  const rows = useMemo(
    () => createSelectionReader({ copy, collection: book.collection }, { selection, query }),
    [copy, book, selection, query],
  )
  const checkChanges = useMemo(() => createBulkEditCheck(book), [book])
  const captionOf = useCallback((row: SourceRow) => getRowCaption(book, row), [book])
  const apply = useMemo(
    () =>
      createRecordBulkEdit({
        book,
        copy,
        history,
        columns,
        undoIfNewest: (actionId) => latest().commands.undoIfNewest(actionId),
      }),
    [book, copy, history, columns, latest],
  )
  const close = useCallback(
    (outcome: BulkOutcome | null) => {
      latest().onClose()
      if (!outcome) return
      const text = formatBulkDone(outcome, copy.getStatus().connection === 'online')
      latest().toast.success(text, { action: { label: '되돌리기', onSelect: outcome.undo } })
    },
    [copy, latest],
  )
  return (
    <BulkEditDialog
      fields={fields}
      groups={book.groups}
      follows={book.rules.follows ?? []}
      rows={rows}
      refusalOf={checkChanges}
      captionOf={captionOf}
      apply={apply}
      today={getOfficeToday}
      onClose={close}
    />
  )
}

/** `3개 데이터가 일괄 변경되었습니다.` */
function formatBulkDone({ savedCount }: BulkOutcome, isOnline: boolean): string {
  return `${formatNumber(savedCount)}개 데이터가 일괄 변경되었습니다.${formatWaitingNote(isOnline)}`
}
