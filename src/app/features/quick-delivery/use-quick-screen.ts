import { useMemo, useSyncExternalStore } from 'react'
import type { FigureState } from '#mirror/figures/figures.ts'
import { quickPages } from '#app/records/address/pages-of.ts'
import { recordSearch } from '#app/records/address/record-search.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { briefToasts } from '#app/records/actions/outcome-words.ts'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useScreenState, type ScreenState } from '#app/records/screen/use-screen-state.ts'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { quickColumns } from './quick-columns.ts'
import type { RowSource } from '#contract/records/row-source.ts'

/**
 * Ids of the loaded rows of the current page. Compared as text, so the result changes only if the
 * ids do.
 */
function useShownIds(source: RowSource): readonly string[] {
  const text = useSyncExternalStore(source.subscribe, () => idsOf(source))
  return text === '' ? [] : text.split(' ')
}

function idsOf(source: RowSource): string {
  const ids: string[] = []
  const { total } = source.getState()
  for (let index = 0; index < Math.min(total, maxRows); index += 1) {
    const id = source.rowAt(index)?.id
    if (id !== undefined) ids.push(id)
  }
  return ids.join(' ')
}

/** Maximum rows per page. */
const maxRows = 100

/**
 * Newest first in the exact reverse of the ledger's order, so that the balance column reads from
 * bottom to top.
 */
const newestFirst = [
  { field: 'created_at', direction: 'desc' },
  { field: 'id', direction: 'desc' },
] as const

/** Search parameters of the screen, besides the fullscreen flag. */
export const quickSearch = recordSearch('quick-deliveries', {
  pages: quickPages,
  paging: 'paged',
  order: newestFirst,
  ties: newestFirst,
})
type QuickSearch = typeof quickSearch.empty

/** The records of the page with their balances. */
export interface QuickScreenState extends ScreenState<QuickSearch> {
  figures: FigureState<'quick-balance'>
}

export function useQuickScreen(records: ScreenRecords<QuickSearch>): QuickScreenState {
  const { copy, source, state } = records
  const ids = useShownIds(source)
  const figures = useFigure(copy, 'quick-balance', { ids })
  const isNarrow = useMediaQuery('(width < 40rem)')
  const running = figures.value?.running
  const columns = useMemo(() => quickColumns(running ?? {}, isNarrow), [running, isNarrow])
  const screen = useScreenState({
    ...records,
    columns,
    toasts: briefToasts,
    loadFailed: '데이터를 불러오는데 실패했습니다: {reason}',
    onSaved(kind) {
      if (kind === 'create') state.change({ page: 1 })
      source.refresh()
    },
  })
  return { ...screen, figures }
}
