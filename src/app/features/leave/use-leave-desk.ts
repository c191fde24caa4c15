import { useMemo } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import { useActHistory } from '#app/session/act-history/use-act-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/session/act-history/use-undoable-layout.ts'
import { turnToRow } from '#app/session/record-book/table-place.ts'
import type { SearchState } from '#app/session/record-book/use-address-search.ts'
import { useRefusalToasts } from '#app/session/record-book/use-refusal-toasts.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { PageWindowSource } from '#app/ui/data-table/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging-mode.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { createLeaveActs, type LeaveActs } from './leave-acts.ts'
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

/** What stands around a list of requests: acts with undo, the column layout. */
export interface LeaveDesk extends LeaveDeskNeed {
  history: ActHistory
  commands: HistoryCommands
  layout: ReturnType<typeof useUndoableLayout>
  acts: LeaveActs
}

export function useLeaveDesk(given: LeaveDeskNeed): LeaveDesk {
  const { copy, person, tableId, columns, state, paging, source } = given
  const toast = useToast()
  const history = useActHistory(copy, 'leave')
  const layout = useUndoableLayout({ tableId, columns, history })
  const bringUp = (index: number) => turnToRow({ source, ...state, paging }, index)
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  useRefusalToasts({ copy, collection: 'leave-requests', toast, words: leaveWords })
  const now = useLatest({ commands, toast, source })
  const acts = useMemo(
    () =>
      createLeaveActs({
        ...{ copy, history, person },
        toast: now().toast,
        undoAct: (actId) => now().commands.undoAct(actId),
        onKept: () => now().source.refresh(),
      }),
    [copy, history, person, now],
  )
  return { ...given, history, commands, layout, acts }
}
