import { useMemo } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { FigureState } from '#mirror/figures/figures.ts'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { briefToasts } from '#app/records/actions/outcome-words.ts'
import { recordBook } from '#app/records/record-book.ts'
import { useScreenState, type ScreenState } from '#app/records/screen/use-screen-state.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { useMediaQuery } from '#app/ui/data-table/use-table.ts'
import { quickColumns } from './quick-columns.ts'
import { quickPageSizes, quickQuery, type QuickSearch } from './quick-search.ts'
import { useShownIds } from './use-shown-ids.ts'

/** Names what the device keeps for this table, and the search box to the page's shortcut. */
export const quickTableId = 'quick-deliveries'

interface QuickNeed {
  copy: OfflineCopy
  state: SearchState<QuickSearch>
  source: PageWindowSource
  queryKey: string
}

/** The records of the page with the balances after them. */
export interface QuickScreenState extends ScreenState {
  state: SearchState<QuickSearch>
  figures: FigureState<'quick-balance'>
}

export function useQuickScreen({ copy, state, source, queryKey }: QuickNeed): QuickScreenState {
  const ids = useShownIds(source)
  const figures = useFigure(copy, 'quick-balance', { ids })
  const isNarrow = useMediaQuery('(width < 40rem)')
  const running = figures.value?.running
  const columns = useMemo(() => quickColumns(running ?? {}, isNarrow), [running, isNarrow])
  const screen = useScreenState({
    ...{ book: recordBook('quick-deliveries'), tableId: quickTableId, label: '퀵 기록' },
    ...{ copy, columns, source, queryKey, search: state.search, onPlace: state.change },
    ...{ query: quickQuery(state.search), pageSizes: quickPageSizes },
    toasts: briefToasts,
    loadFailed: '데이터를 불러오는데 실패했습니다: {reason}',
    onKept(kind) {
      if (kind === 'create') state.change({ page: 1 })
      source.refresh()
    },
  })
  return { ...screen, state, figures }
}
