import { useMemo, useSyncExternalStore } from 'react'
import { briefToasts } from '#app/records/actions/outcome-texts.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { type ScreenState, useScreenState } from '#app/records/screen/use-screen-state.ts'
import { createRecordSearch, quickPages } from '#app/records/url-state/record-search.ts'
import { useMediaQuery } from '#app/ui/browser/use-media-query.ts'
import { buildAllColumns, narrowColumns, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { quickDeliveryBook } from '#contract/books/quick-delivery.ts'
import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import { isTopUp } from '#domain/quick-delivery/quick-balance.ts'
import type { FigureState } from '#mirror/query/figures.ts'
import { formatBalance } from './quick-totals.ts'

/**
 * Ids of the loaded rows of the current page. The subscription compares them as one text, so only
 * changed ids cause a render.
 */
function useLoadedIds(source: RowSource): readonly string[] {
  const text = useSyncExternalStore(source.subscribe, () => joinIds(source))
  return text === '' ? [] : text.split(' ')
}

function joinIds(source: RowSource): string {
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
export const quickSearch = createRecordSearch('quick-deliveries', {
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
  const ids = useLoadedIds(source)
  const figures = useFigure(copy, 'quick-balance', { ids })
  const isNarrow = useMediaQuery('(width < 40rem)')
  const isUpright = useMediaQuery('(40rem <= width < 64rem)')
  const layout = isNarrow ? 'narrow' : isUpright ? 'upright' : 'wide'
  const running = figures.value?.running
  const columns = useMemo(() => quickColumns(running ?? {}, layout), [running, layout])
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

/**
 * Columns of the record table, with the balance after each record. Read-only; the form edits.
 * `running` is read when a cell is rendered. Returns a new object whenever the balances change, so
 * that the table renders again.
 */
export function quickColumns(
  running: Readonly<Record<string, number>>,
  layout: 'narrow' | 'upright' | 'wide',
): readonly Column[] {
  const columns = readOnlyColumns(
    buildAllColumns(quickDeliveryBook, {
      created_at: { width: 152, format: ({ record }) => formatMoment(textOrNull(record['created_at']) ?? '') },
      status: { align: 'center' },
      amount: { format: formatAmount, tone: (row) => (isTopUpRow(row) ? 'good' : null) },
      balance: {
        label: '잔액',
        after: 'amount',
        width: 112,
        align: 'end',
        sortField: null,
        format: (row) => formatBalance(running[row.id]),
        tone: (row) => ((running[row.id] ?? 0) < 0 ? 'danger' : null),
      },
    }),
  )
  // On a phone the main columns are next to the buttons; the rest unfolds.
  if (layout === 'narrow') return narrowColumns(columns, { rider: 58, amount: 88, balance: 84 })
  return layout === 'upright' ? fitUpright(columns) : columns
}

/** In px. On an upright tablet they leave room for both ends of the ride. */
const uprightWidths: Readonly<Record<string, number>> = {
  created_at: 136,
  status: 64,
  rider: 68,
  amount: 88,
  balance: 88,
  sender: 92,
  receiver: 92,
}

/** On an upright tablet the sums come before the two ends of the ride; the memo needs a swipe. */
function fitUpright(columns: readonly Column[]): readonly Column[] {
  const isRoute = ({ key }: Column) => key === 'sender' || key === 'receiver' || key === 'memo'
  const ordered = [...columns.filter((column) => !isRoute(column)), ...columns.filter(isRoute)]
  return ordered.map((column) => ({ ...column, width: uprightWidths[column.key] ?? column.width }))
}

export function isTopUpRow({ record }: Pick<SourceRow, 'record'>): boolean {
  return isTopUp({ status: textOrNull(record['status']) })
}

/** A top-up is shown with a plus sign. */
function formatAmount(row: SourceRow): string {
  const { amount } = row.record
  if (typeof amount !== 'number') return ''
  return isTopUpRow(row) ? `+${formatWon(amount)}` : formatWon(amount)
}

function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
