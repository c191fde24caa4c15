import { useEffect, useState } from 'react'
import { cleanup, render } from 'vitest-browser-react'
import { genericPages } from '#app/records/url-state/record-search.ts'
import type { TableMessage } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { createPageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import {
  buildCellFilter,
  emptyQuery,
  type FilterQuery,
  listFilterableFields,
  withFilter,
} from '#app/ui/filter-bar/filter-query.ts'
import type { Query, Sort } from '#contract/records/query.ts'
import { createArrayRowSource } from '../../support/books/array-row-source.ts'
import { buildVisibleColumns } from '../../support/books/from-description.ts'
import { harnessDescription, harnessGroups, makeHarnessRows } from './harness-rows.ts'
import { cell } from './table-steps.ts'

export interface FilterOptions {
  /** Number of rows; default 1,000. */
  rows?: number
}

/** What the filter bar and its table reported. */
export interface FilterHarness {
  readonly queries: Query[]
  readonly messages: TableMessage[]
  readonly history: string[]
  /** Simulates this many identical rows. */
  pretendTotal: (count: number) => void
}

/**
 * Renders the filter bar over its table and waits for the first row. Reuses what the device stored
 * earlier in the same test.
 */
export async function openFilters(options: FilterOptions = {}): Promise<FilterHarness> {
  await cleanup()
  const harness = createHarness(options)
  await render(<FilterHarnessPage harness={harness} />)
  await cell(0, 1).findElement()
  return harness
}

const firstQuery: Query = { filters: [], search: '', sort: [] }

interface OpenHarness extends FilterHarness {
  readonly source: ReturnType<typeof createPageWindowSource>
}

function createHarness(options: FilterOptions): OpenHarness {
  const inner = createArrayRowSource(makeHarnessRows(options.rows ?? 1000), firstQuery)
  return {
    source: createPageWindowSource(inner, { range: 'all', query: firstQuery }),
    queries: [],
    messages: [],
    history: [],
    pretendTotal(count) {
      const [row] = makeHarnessRows(1)
      if (row) inner.setRows(Array.from({ length: count }, (_, index) => ({ ...row, id: String(index) })))
    },
  }
}

const columns = buildVisibleColumns(harnessDescription, { group_id: { options: () => harnessGroups } })
const fields = listFilterableFields(columns)
const controls: readonly FilterControl[] = [
  { kind: 'text', field: 'owner', label: '소유자', suggestions: ['가나다', '소유자 7', '소유자 8'] },
  { kind: 'choice', field: 'status', label: '상태' },
  { kind: 'dates', field: 'regi_date', label: '등기예정일' },
  { kind: 'numbers', field: 'fees', label: '보수료' },
  { kind: 'text', field: '', label: '열쇠 없는 필터' },
  { kind: 'text', field: 'undefined', label: '열쇠 없는 필터' },
]

/** Bar and table over one source, as a screen composes them. */
function FilterHarnessPage({ harness }: { harness: OpenHarness }) {
  const { source } = harness
  const [question, setQuestion] = useState<FilterQuery>(emptyQuery)
  const [sort, setSort] = useState<readonly Sort[]>([])
  const [mode, setMode] = usePagingMode('filters')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(20)
  const [filterField, setFilterField] = useState<string | null>(null)
  const query = JSON.stringify({ ...question, sort })

  useEffect(() => {
    const next = JSON.parse(query) as Query
    harness.queries.push(next)
    source.setQuery(next)
  }, [harness, source, query])
  useEffect(() => source.show(mode === 'paged' ? { page, pageSize } : 'all'), [source, mode, page, pageSize])

  function applyQuery(next: FilterQuery) {
    setQuestion(next)
    setPage(1)
  }

  return (
    <main className="flex h-dvh flex-col gap-2 bg-paper p-4">
      <h1 className="text-title font-semibold">필터 시험대</h1>
      <FilterBar
        tableId="filters"
        label="시험 기록"
        filterQuery={question}
        onQueryChange={applyQuery}
        controls={controls}
        fields={fields}
        countValues={(field, limit) => source.countValues?.(field, limit) ?? Promise.resolve([])}
        openFilter={{ field: filterField, open: setFilterField }}
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
          history={{ undo: () => harness.history.push('undo'), redo: () => harness.history.push('redo') }}
          search={question.search}
          queryKey={`${query} ${mode === 'paged' ? `${page}/${pageSize}` : ''}`}
          today={() => '2026-11-20'}
          onFilterColumn={({ key }) => (key === 'area' ? null : () => setFilterField(key))}
          onFilterBy={(found) => () => applyQuery(withFilter(question, buildCellFilter(found)))}
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
