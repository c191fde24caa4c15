import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Query } from '#contract/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/action-history/use-undoable-layout.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { tickedCount } from '#app/ui/data-table/selection/row-checks.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { bookToast, type OutcomeWords } from '../actions/outcome-words.ts'
import type { RecordActions } from '../actions/record-actions.ts'
import type { RecordBook } from '../record-book.ts'
import type { PlainSearch } from '../address/record-search.ts'
import { turnToRow } from '../address/table-place.ts'
import { useRecordActions } from '../actions/use-record-actions.ts'
import { useRefusalToasts } from '../actions/use-refusal-toasts.ts'
import { useTickedRecords, type TickedRecords } from './use-ticked-records.ts'

/** What a screen of a book brings. */
export interface DeskNeed {
  book: RecordBook
  words: OutcomeWords
  /** Names what the device keeps for this table. */
  tableId: string
  /** Accessible name of the grid. */
  label: string
  copy: OfflineCopy
  /** Every column the table has; keep the array stable between renders. */
  columns: readonly Column[]
  search: Pick<PlainSearch, 'sort' | 'page_size'>
  /** Changes page, page size or sort in the address. */
  onPlace(patch: Partial<Pick<PlainSearch, 'page' | 'page_size' | 'sort'>>): void
  query: Query
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
  captionOfDraft(draft: EntryDraft): string
}

/** Everything that stands around a book's table: actions with undo, what is ticked, the column layout, the bulk edit. */
export interface RecordDesk extends DeskNeed {
  history: ActionHistory
  layout: ReturnType<typeof useUndoableLayout>
  commands: HistoryCommands
  actions: RecordActions
  ticked: TickedRecords
  /** Records the whole query finds. */
  matching: number
  /** How many of them are ticked. */
  count: number
  isBulkEditing: boolean
  startBulkEdit(): void
  closeBulkEdit(): void
}

export function useRecordDesk(need: DeskNeed): RecordDesk {
  const { book, words, tableId, copy, columns, search, source, query, paging } = need
  const toast = useToast()
  const history = useActionHistory(copy, tableId)
  const layout = useUndoableLayout({ tableId, columns, history })
  const bringUp = (index: number) => turnToRow({ source, search, change: need.onPlace, paging }, index)
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  const { captionOfDraft } = need
  const actions = useRecordActions({ book, words, copy, source, toast, captionOfDraft, history, commands })
  useRefusalToasts({ copy, collection: book.collection, toast, words })
  const ticked = useTickedRecords(query, need.queryKey)
  const matching = useSyncExternalStore(source.subscribe, () => source.getWindow().total)
  const count = tickedCount(ticked.value, matching)
  const [isBulkEditing, setBulkEditing] = useState(false)
  const closeBulkEdit = useCallback(() => setBulkEditing(false), [])
  return {
    ...need,
    history,
    layout,
    commands,
    actions,
    ticked,
    matching,
    count,
    isBulkEditing,
    startBulkEdit() {
      if (count === 0) toast.info('선택된 항목이 없습니다.', bookToast)
      else setBulkEditing(true)
    },
    closeBulkEdit,
  }
}
