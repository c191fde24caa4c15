import { useMemo } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/action-history/use-undoable-layout.ts'
import { turnToRow } from '#app/records/address/table-place.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { useRefusalToasts } from '#app/records/actions/use-refusal-toasts.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { createLeaveActions, type LeaveActions } from './leave-actions.ts'
import type { LeaveSearch } from './leave-search.ts'
import { leaveWords } from './leave-words.ts'

export interface LeavePerson {
  readonly id: string
  readonly nickname: string
  readonly isSuperuser: boolean
}

export interface LeaveDeskNeed {
  copy: OfflineCopy
  person: LeavePerson
  tableId: string
  label: string
  columns: readonly Column[]
  state: SearchState<LeaveSearch>
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

/** What stands around a list of requests: actions with undo, the column layout. */
export interface LeaveDesk extends LeaveDeskNeed {
  history: ActionHistory
  commands: HistoryCommands
  layout: ReturnType<typeof useUndoableLayout>
  actions: LeaveActions
}

export function useLeaveDesk(given: LeaveDeskNeed): LeaveDesk {
  const { copy, person, tableId, columns, state, paging, source } = given
  const toast = useToast()
  const history = useActionHistory(copy, 'leave')
  const layout = useUndoableLayout({ tableId, columns, history })
  const bringUp = (index: number) => turnToRow({ source, ...state, paging }, index)
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  useRefusalToasts({ copy, collection: 'leave-requests', toast, words: leaveWords })
  const now = useLatest({ commands, toast, source })
  const actions = useMemo(
    () =>
      createLeaveActions({
        ...{ copy, history, person },
        toast: now().toast,
        undoAction: (actId) => now().commands.undoAction(actId),
        onKept: () => now().source.refresh(),
      }),
    [copy, history, person, now],
  )
  return { ...given, history, commands, layout, actions }
}
