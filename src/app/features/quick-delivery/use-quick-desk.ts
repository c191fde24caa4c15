import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { FigureState } from '#mirror/figures/figures.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import { useActHistory } from '#app/session/act-history/use-act-history.ts'
import { useHistoryCommands, type HistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/session/act-history/use-undoable-layout.ts'
import { turnToRow } from '#app/session/record-book/table-place.ts'
import type { SearchState } from '#app/session/record-book/use-address-search.ts'
import { useRefusalToasts } from '#app/session/record-book/use-refusal-toasts.ts'
import { useFigure } from '#app/session/use-figure.ts'
import { useConfirm } from '#app/ui/confirm.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { PageWindowSource } from '#app/ui/data-table/page-window-source.ts'
import { useMediaQuery } from '#app/ui/data-table/use-table.ts'
import { useToast, type ShowToast } from '#app/ui/toast.tsx'
import { captionOf, removeRecord, type QuickActsNeed } from './quick-acts.ts'
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

/** Everything that stands around the records of the page: balances, acts with undo, the column layout, the delete question. */
export interface QuickDesk extends QuickNeed {
  figures: FigureState<'quick-balance'>
  columns: readonly Column[]
  layout: ReturnType<typeof useUndoableLayout>
  history: ActHistory
  commands: HistoryCommands
  acts: QuickActsNeed
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
  const history = useActHistory(copy, quickTableId)
  const layout = useUndoableLayout({ tableId: quickTableId, columns, history })
  const bringUp = (index: number) => turnToRow({ source, ...state }, index)
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  useRefusalToasts({ copy, collection: 'quick-deliveries', toast, words: quickRefusalWords })
  useLoadFailure(source, toast)
  const acts: QuickActsNeed = {
    copy,
    history,
    toast,
    undoAct: commands.undoAct,
    onKept(act) {
      if (act === 'create' || act === 'top_up') state.change({ page: 1 })
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
    return isSure && (await removeRecord(acts, record))
  }
  return { ...need, figures, columns, layout, history, commands, acts, toast, remove }
}

/** 데이터를 불러오는데 실패했습니다 (spec 3 §8): the list itself says what is safe and offers another try. */
function useLoadFailure(source: PageWindowSource, toast: ShowToast): void {
  const { status, message } = useSyncExternalStore(source.subscribe, source.getState)
  const reason = message ?? '알 수 없는 오류'
  useEffect(() => {
    if (status === 'error') toast.error(`데이터를 불러오는데 실패했습니다: ${reason}`, quickToast)
  }, [status, reason, toast])
}
