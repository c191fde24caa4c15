import type { DataTableProps, Paging } from '#app/ui/data-table/data-table-props.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { sortOf, writeSort } from './sort-in-address.ts'

/** Where the reader stands in a table, as its address says it. */
export interface TablePlace<PageSize extends number> {
  source: PageWindowSource
  search: { readonly sort: string; readonly page_size: PageSize }
  /** Changes the address; whatever is not named stays, but the page: it is the first again unless one is named (`useAddressSearch`). */
  change(patch: { sort?: string; page?: number; page_size?: PageSize }): void
  pageSizes: readonly PageSize[]
  /** Absent: the table is always in pages. */
  paging?: ReturnType<typeof usePagingMode>
  /** Absent: the wording of the generic table. */
  jumpMessages?: NonNullable<Paging['jumpMessages']>
}

/** What a table is given to show how it is sorted and where it stands, and to take both to the address. */
export function tablePlace<PageSize extends number>(
  place: TablePlace<PageSize>,
): Required<Pick<DataTableProps, 'sort' | 'onSort' | 'paging'>> {
  const { source, search, change, pageSizes, jumpMessages } = place
  return {
    sort: sortOf(search),
    onSort: (sort) => change({ sort: writeSort(sort) }),
    paging: {
      ...modeOf(place),
      getWindow: source.getWindow,
      onPage: (page) => change({ page }),
      pageSize: search.page_size,
      pageSizes,
      onPageSize(size) {
        const known = pageSizes.find((each) => each === size)
        if (known !== undefined) change({ page_size: known })
      },
      ...(jumpMessages && { jumpMessages }),
    },
  }
}

interface TurnedTable extends Pick<TablePlace<number>, 'source' | 'paging'> {
  search: { readonly page_size: number }
  change(patch: { page: number }): void
}

/** Turns to the page that holds a row of the whole result, counted from 0; below 0, or with all rows in one list, there is nothing to turn. */
export function turnToRow({ source, search, change, paging }: TurnedTable, index: number): void {
  const page = Math.floor(index / search.page_size) + 1
  const isPaged = !paging || paging[0] === 'paged'
  if (index >= 0 && isPaged && page !== source.getWindow().page) change({ page })
}

/** One wording for everything that is no page (spec 2 §5 "Case book", spec 3 §5 "Go-to-page"). */
export const jumpMessages = {
  notANumber: '페이지 번호를 숫자로 입력하세요.',
  outOfRange: (pages: number) => `1~${pages} 사이의 페이지를 입력하세요.`,
}

function modeOf<PageSize extends number>({ paging, change }: TablePlace<PageSize>): Pick<Paging, 'mode' | 'onMode'> {
  if (!paging) return { mode: 'paged' }
  const [mode, setMode] = paging
  return {
    mode,
    onMode(next, page) {
      setMode(next)
      change({ page })
    },
  }
}
