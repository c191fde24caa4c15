import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { AnyRecord, FieldValue } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/action-history/use-undoable-layout.ts'
import { turnToRow } from '#app/records/address/table-place.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { useRefusalToasts } from '#app/records/actions/use-refusal-toasts.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { OnEdit } from '#app/ui/data-table/editing/edit-action.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useToast, type ShowToast } from '#app/ui/overlays/toast.tsx'
import { changeMaster, deleteMaster, saveMaster, type MasterActionsNeed } from './master-actions.ts'
import { masterColumns } from './master-columns.ts'
import type { MasterKind } from './master-kinds.ts'
import { useMasterLists, type MasterLists } from './master-lists.ts'
import type { MasterSearch } from './master-search.ts'
import { refusalWords } from './master-words.ts'
import { useDeleteQuestion, type DeleteQuestion } from './use-delete-question.ts'

export interface MasterDeskNeed {
  kind: MasterKind
  copy: OfflineCopy
  state: SearchState<MasterSearch>
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

/** Everything that stands around the table of one master list: names, actions with undo, the column layout, the open form, the delete question. */
export interface MasterDesk extends MasterDeskNeed {
  lists: MasterLists
  columns: readonly Column[]
  history: ActionHistory
  commands: HistoryCommands
  layout: ReturnType<typeof useUndoableLayout>
  deletion: DeleteQuestion
  /** The record whose form is open; `new` for the adding one. */
  edited: SourceRow | 'new' | null
  setEdited(row: SourceRow | 'new' | null): void
  save(record: AnyRecord | null, values: Record<string, FieldValue>): Promise<string | null>
  /** Changes made in a detail panel. */
  change: OnEdit
}

export function useMasterDesk(given: MasterDeskNeed): MasterDesk {
  const { kind, copy, state, paging, source } = given
  const toast = useToast()
  const lists = useMasterLists(copy)
  const columns = useMemo(() => masterColumns(kind, lists), [kind, lists])
  const history = useActionHistory(copy, kind.tableId)
  const layout = useUndoableLayout({ tableId: kind.tableId, columns, history })
  const bringUp = (index: number) => turnToRow({ source, ...state, paging }, index)
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  const words = useMemo(() => refusalWords(kind.collection), [kind])
  useRefusalToasts({ copy, collection: kind.collection, toast, words })
  useLoadFailure(source, toast)
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)
  const need: MasterActionsNeed = {
    kind,
    copy,
    history,
    toast,
    undoAction: commands.undoAction,
    onKept() {
      state.change({ page: 1 })
      source.refresh()
    },
  }
  const deletion = useDeleteQuestion({ kind, lists, onDelete: (row) => void deleteMaster(need, row) })
  return {
    ...given,
    lists,
    columns,
    history,
    commands,
    layout,
    deletion,
    edited,
    setEdited,
    save: (record, values) => saveMaster(need, record, values),
    change: (action) => changeMaster(need, action),
  }
}

/** 목록 조회 실패 (spec 3 §8): the list itself says what is safe and offers another try. */
function useLoadFailure(source: PageWindowSource, toast: ShowToast): void {
  const { status } = useSyncExternalStore(source.subscribe, source.getState)
  useEffect(() => {
    if (status === 'error') toast.error('목록 조회 실패', bookToast)
  }, [status, toast])
}
