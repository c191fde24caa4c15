import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Query, Sort } from '#contract/query.ts'
import '#app/ui/theme.css'
import { arrayRowSource } from '../../../support/array-row-source.ts'
import { genericPages } from '#app/records/address/pages-of.ts'
import type { TableMessage } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { pageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import {
  emptyQuestion,
  filterableColumns,
  withFilter,
  type FilterQuestion,
} from '#app/ui/filter-bar/filter-question.ts'
import { harnessDescription, harnessGroups, harnessRows } from './harness-rows.ts'
import { columnsOf } from '../../../support/from-description.ts'

/** What the filter specs read: every query that was put, and the table's messages. */
export interface FilterHarness {
  readonly queries: Query[]
  readonly messages: TableMessage[]
  readonly history: string[]
  /** So many rows, all alike. */
  pretendTotal: (count: number) => void
}

declare global {
  interface Window {
    filterHarness: FilterHarness
  }
}

const first: Query = { filters: [], search: '', sort: [] }
const inner = arrayRowSource(harnessRows(Number(new URLSearchParams(location.search).get('rows') ?? 1000)), first)
const harness: FilterHarness = {
  queries: [],
  messages: [],
  history: [],
  pretendTotal(count) {
    const [row] = harnessRows(1)
    if (row) inner.setRows(Array.from({ length: count }, (_, index) => ({ ...row, id: String(index) })))
  },
}
window.filterHarness = harness
const source = pageWindowSource(inner, { place: 'all', query: first })

const columns = columnsOf(harnessDescription, { group_id: { options: () => harnessGroups } })
const fields = filterableColumns(columns)
const controls: readonly FilterControl[] = [
  { kind: 'text', field: 'owner', label: '소유자' },
  { kind: 'choice', field: 'status', label: '상태' },
  { kind: 'dates', field: 'regi_date', label: '등기예정일' },
  { kind: 'numbers', field: 'fees', label: '보수료' },
  { kind: 'text', field: '', label: '열쇠 없는 필터' },
  { kind: 'text', field: 'undefined', label: '열쇠 없는 필터' },
]

const history = { undo: () => harness.history.push('undo'), redo: () => harness.history.push('redo') }

/** Bar and table over one source, as a screen composes them. */
function FilterHarnessPage() {
  const [question, setQuestion] = useState<FilterQuestion>(emptyQuestion)
  const [sort, setSort] = useState<readonly Sort[]>([])
  const [mode, setMode] = usePagingMode('filters')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(20)
  const query = JSON.stringify({ ...question, sort })

  useEffect(() => {
    const next = JSON.parse(query) as Query
    harness.queries.push(next)
    source.setQuery(next)
  }, [query])
  useEffect(() => source.show(mode === 'paged' ? { page, pageSize } : 'all'), [mode, page, pageSize])

  function ask(next: FilterQuestion) {
    setQuestion(next)
    setPage(1)
  }

  return (
    <main className="flex h-dvh flex-col gap-2 bg-paper p-4">
      <h1 className="text-title font-semibold">필터 시험대</h1>
      <FilterBar
        tableId="filters"
        label="시험 기록"
        question={question}
        onQuestion={ask}
        controls={controls}
        fields={fields}
        countValues={(field, limit) => source.countValues?.(field, limit) ?? Promise.resolve([])}
        onExport={() => undefined}
        onImport={() => undefined}
      />
      <div className="min-h-0 flex-1">
        <DataTable
          tableId="filters"
          label="시험 기록"
          source={source}
          columns={columns}
          sort={sort}
          onSort={(next) => {
            setSort(next)
            setPage(1)
          }}
          history={history}
          search={question.search}
          queryKey={`${query} ${mode === 'paged' ? `${page}/${pageSize}` : ''}`}
          today={() => '2026-11-20'}
          onFilterBy={(cell) => ask(withFilter(question, filterByCell(cell)))}
          onMessage={(message) => harness.messages.push(message)}
          paging={{
            mode,
            onMode(next, at) {
              setMode(next)
              setPage(at)
            },
            getWindow: source.getWindow,
            onPage: setPage,
            pageSize,
            pageSizes: genericPages.sizes,
            jumpMessages: genericPages.jumpMessages,
            onPageSize(size) {
              setPageSize(size)
              setPage(1)
            },
          }}
        />
      </div>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<FilterHarnessPage />)
