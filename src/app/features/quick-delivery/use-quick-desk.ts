import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { FigureState } from '#mirror/figures/figures.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/action-history/use-undoable-layout.ts'
import { turnToRow } from '#app/records/address/table-place.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { useRefusalToasts } from '#app/records/actions/use-refusal-toasts.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { useMediaQuery } from '#app/ui/data-table/use-table.ts'
import { useToast, type ShowToast } from '#app/ui/overlays/toast.tsx'
import { captionOf, removeRecord, type QuickActionsNeed } from './quick-actions.ts'
import { quickColumns } from './quick-columns.ts'
import type { QuickSearch } from './quick-search.ts'
import { quickRefusalWords, quickToast } from './quick-words.ts'
import { useShownIds } from './use-shown-ids.ts'

/** Names what the device keeps for this table, and the search box to the page's shortcut. */
export const quickTableId = 'quick-deliveries'

interface QuickNeed {
  copy: OfflineCopy
  state: SearchState<QuickSearch>
  source: PageWindowSource
  queryKey: string
}

/** Everything that stands around the records of the page: balances, actions with undo, the column layout, the delete question. */
export interface QuickDesk extends QuickNeed {
  figures: FigureState<'quick-balance'>
  columns: readonly Column[]
  layout: ReturnType<typeof useUndoableLayout>
  history: ActionHistory
  commands: HistoryCommands
  actions: QuickActionsNeed
  toast: ShowToast
  /** Asks, and deletes; true when it is gone. */
  remove(row: SourceRow): Promise<boolean>
}

export function useQuickDesk(need: QuickNeed): QuickDesk {
  const { copy, state, source } = need
  const toast = useToast()
  const confirm = useConfirm()
  const ids = useShownIds(source)
  const figures = useFigure(copy, 'quick-balance', { ids })
  const isNarrow = useMediaQuery('(width < 40rem)')
  const running = figures.value?.running
  const columns = useMemo(() => quickColumns(running ?? {}, isNarrow), [running, isNarrow])
  const history = useActionHistory(copy, quickTableId)
  const layout = useUndoableLayout({ tableId: quickTableId, columns, history })
  const bringUp = (index: number) => turnToRow({ source, ...state }, index)
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  useRefusalToasts({ copy, collection: 'quick-deliveries', toast, words: quickRefusalWords })
  useLoadFailure(source, toast)
  const actions: QuickActionsNeed = {
    copy,
    history,
    toast,
    undoAction: commands.undoAction,
    onKept(action) {
      if (action === 'create' || action === 'top_up') state.change({ page: 1 })
      source.refresh()
    },
  }
  async function remove({ record }: SourceRow) {
    const isSure = await confirm({
      title: '이 기록을 삭제하시겠습니까?',
      message: captionOf(record),
      confirmLabel: '삭제',
      isDestructive: true,
    })
    return isSure && (await removeRecord(actions, record))
  }
  return { ...need, figures, columns, layout, history, commands, actions, toast, remove }
}

/** 데이터를 불러오는데 실패했습니다 (spec 3 §8): the list itself says what is safe and offers another try. */
function useLoadFailure(source: PageWindowSource, toast: ShowToast): void {
  const { status, message } = useSyncExternalStore(source.subscribe, source.getState)
  const reason = message ?? '알 수 없는 오류'
  useEffect(() => {
    if (status === 'error') toast.error(`데이터를 불러오는데 실패했습니다: ${reason}`, quickToast)
  }, [status, reason, toast])
}
