import type { DataTableProps, Paging, RowPosition } from '#app/ui/data-table/data-table-props.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import type { Sort } from '#contract/records/query.ts'
import { writeSort } from '#domain/text/list-url-params.ts'
import { maxSorts, type PageOptions, parseSort } from './record-search.ts'

/** The table's position and sort, as kept in the URL. */
interface TablePosition extends PagedTable {
  state: {
    readonly search: { readonly sort: string; readonly page_size?: number; readonly page: number }
    readonly row: RowPosition
    /**
     * Changes the URL. Parts not in `patch` stay, except the page, which returns to the first
     * (`useUrlSearch`).
     */
    change(patch: { sort?: string; page?: number; page_size?: number }, source?: 'corrected'): void
  }
  recordSearch: { readonly pages: PageOptions; readonly order: readonly Sort[] }
}

/** Table props that show sort and position and write both to the URL. */
export function buildPositionProps(
  position: TablePosition,
): Pick<DataTableProps, 'sort' | 'defaultSort' | 'onSort' | 'paging' | 'savedRow'> {
  const { search, change } = position.state
  return {
    sort: parseSort(search),
    defaultSort: position.recordSearch.order[0] ?? null,
    onSort: (sort) => change({ sort: writeSort(sort.slice(0, maxSorts)) }),
    ...(search.page_size !== undefined && { paging: buildPaging(position, search.page_size) }),
    ...(isInfinite(position) && { savedRow: resolveRowPosition(position.state) }),
  }
}

/** Whether the whole result is one list. */
function isInfinite({ state, paging }: Pick<PagedTable, 'state' | 'paging'>): boolean {
  return state.search.page_size === undefined || paging?.[0] === 'infinite'
}

/**
 * A URL with a page number comes from someone reading in pages; start the list with the same rows.
 */
function resolveRowPosition({ search: { page, page_size: pageSize = 0 }, row }: TablePosition['state']): RowPosition {
  return { start: () => row.start() || (page - 1) * pageSize, settle: row.settle }
}

function buildPaging(position: TablePosition, pageSize: number): Paging {
  const { source, state } = position
  const { sizes, jumpMessages } = position.recordSearch.pages
  return {
    ...buildMode(position),
    getWindow: source.getWindow,
    onPage: (page) => state.change({ page }),
    pageSize,
    pageSizes: sizes,
    onPageSize: (size) => sizes.includes(size) && state.change({ page_size: size }),
    jumpMessages,
  }
}

interface PagedTable {
  source: PageWindowSource
  state: {
    /** `page_size` absent: one virtual list over the whole result, without pages. */
    readonly search: { readonly page_size?: number }
    change(patch: { page: number }, source?: 'corrected'): void
  }
  /** Absent: the table always has pages. */
  paging?: ReturnType<typeof usePagingMode>
}

/**
 * Turns to the page with this row of the whole result, counted from 0. Does nothing below 0 or in
 * an infinite list.
 */
export function turnToRow({ source, state, paging }: PagedTable, index: number): void {
  const { page_size: pageSize } = state.search
  if (pageSize === undefined || isInfinite({ state, ...(paging && { paging }) })) return
  const page = Math.floor(index / pageSize) + 1
  if (index >= 0 && page !== source.getWindow().page) state.change({ page }, 'corrected')
}

function buildMode({ paging, state }: TablePosition): Pick<Paging, 'mode' | 'onMode'> {
  if (!paging) return { mode: 'paged' }
  const [mode, setMode] = paging
  return {
    mode,
    onMode(next, page) {
      setMode(next)
      // An infinite list keeps its position as the top row, which the page bar scrolls to.
      state.change({ page: next === 'paged' ? page : 1 })
    },
  }
}
