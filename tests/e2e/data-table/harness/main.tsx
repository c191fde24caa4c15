import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Sort } from '#contract/query.ts'
import '#app/ui/theme.css'
import { genericPages } from '#app/records/address/pages-of.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import type { LayoutStep } from '#app/ui/column-layout/use-column-layout.ts'
import { arrayRowSource } from '../../../support/array-row-source.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { ConflictSettlement, RowSelection, TableMessage } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction, EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { renderProbe } from '#app/ui/data-table/rows/render-probe.ts'
import {
  harnessDescription,
  harnessGroups,
  harnessPurposes,
  harnessRows,
  inEveryState,
  withHiddenFields,
  withMoreFields,
} from './harness-rows.ts'

/** What the specs read and steer. `?rows=` how many; `?states` rows in every state; `?checks` a tick per row; `?new-rows` a paste may make
 * records; `?free-entry` the entry line takes anything; `?filter-by` the cell menu filters; `?status=` of the source; `?copying` its first copy runs; `?refuse` edits cannot be kept; `?modes` the bar offers 무한스크롤; `?layout` columns may be laid out, six are hidden; `?columns=` so many columns at least. */
export interface Harness {
  readonly counts: { rows: number[]; cells: string[] }
  readonly acts: EditAction[]
  readonly added: EntryDraft[]
  readonly opened: string[]
  readonly popped: string[]
  readonly deleted: string[]
  readonly settled: ConflictSettlement[]
  readonly messages: TableMessage[]
  readonly ticks: RowSelection[]
  readonly filtered: string[]
  readonly layouts: LayoutStep[]
  sort: readonly Sort[]
  readonly history: string[]
  setLayout: (layout: unknown) => void
  /** Everything as it was when the page was loaded, without loading it again. */
  restart: () => void
  readonly source: ReturnType<typeof arrayRowSource>
}

declare global {
  interface Window {
    harness: Harness
  }
}

const options = new URLSearchParams(location.search)
const rows = harnessRows(Number(options.get('rows') ?? 1000))
const source = arrayRowSource(options.has('states') ? inEveryState(rows) : rows)
const status = options.get('status')
if (status === 'loading' || status === 'error' || status === 'never_fetched') source.setState({ status })
if (options.has('arrived')) source.setState({ arrived: 3 })
if (options.has('copying')) source.setState({ isComplete: false, copying: { received: 12_000, total: 100_000 } })

const harness: Harness = {
  counts: { rows: [], cells: [] },
  acts: [],
  added: [],
  opened: [],
  popped: [],
  deleted: [],
  settled: [],
  messages: [],
  layouts: [],
  sort: [],
  history: [],
  setLayout: () => {},
  restart: () => {},
  ticks: [],
  filtered: [],
  source,
}
window.harness = harness
renderProbe.onRow = (row) => harness.counts.rows.push(row)
renderProbe.onCell = (row, key) => harness.counts.cells.push(`${row}:${key}`)

const described = withMoreFields(harnessDescription, Number(options.get('columns') ?? 0))
const columns = allColumnsOf(options.has('layout') ? withHiddenFields(described) : described, {
  group_id: { options: () => harnessGroups },
  purpose: { options: () => harnessPurposes },
})

function HarnessPage() {
  const [sort, setSort] = useState<readonly Sort[]>([])
  const [pageSize, setPageSize] = useState(20)
  const layout = useColumnLayout('harness', columns, (step) => harness.layouts.push(step))
  harness.setLayout = layout.setLayout
  const [ticked, setTicked] = useState<RowSelection>({ kind: 'ids', ids: new Set() })
  function changeTicked(next: RowSelection) {
    harness.ticks.push(next)
    setTicked(next)
  }
  function changeSort(next: readonly Sort[]) {
    setSort(next)
    harness.sort = next
    source.setQuery({ filters: [], search: '', sort: [...next] })
  }
  return (
    <main className="flex h-dvh flex-col gap-2 bg-paper p-4">
      <h1 className="text-title font-semibold">표 시험대</h1>
      <button type="button" className="h-8 w-40 rounded-control border">
        표 앞의 단추
      </button>
      <div className="min-h-0 flex-1">
        <DataTable
          tableId="harness"
          label="시험 기록"
          source={source}
          {...(options.has('layout') ? layout.table : { columns })}
          sort={sort}
          onSort={changeSort}
          queryKey={JSON.stringify(sort)}
          today={() => '2026-11-20'}
          onEdit={keepEdit}
          onOpenRow={(row) => harness.opened.push(row.id)}
          onPopOutRow={(row) => harness.popped.push(row.id)}
          onDeleteRow={(row) => harness.deleted.push(row.id)}
          history={history}
          onSettleConflict={(settlement) => harness.settled.push(settlement)}
          onMessage={(message) => harness.messages.push(message)}
          paging={{
            pageSize,
            pageSizes: [10, 20, 50, 100],
            onPageSize: setPageSize,
            jumpMessages: genericPages.jumpMessages,
            ...modes,
          }}
          {...(options.has('checks')
            ? {
                rowSelection: {
                  value: ticked,
                  onChange: changeTicked,
                  onBulkEdit: () => harness.history.push('bulk-edit'),
                },
              }
            : {})}
          {...(options.has('new-rows') ? { takesNewRows: true } : {})}
          {...(options.has('filter-by')
            ? { onFilterBy: ({ row, column }) => harness.filtered.push(`${row.id}:${column.key}`) }
            : {})}
          {...(options.has('no-entry') ? {} : { entry })}
          isHighlighted={(row) => options.has('states') && row.id.endsWith('009')}
        />
      </div>
      <ColumnManager {...layout.manager} groups={harnessDescription.groups} source={source} />
    </main>
  )
}

const modes = options.has('modes') ? { mode: 'infinite' as const, onMode: () => {} } : {}
const history = { undo: () => harness.history.push('undo'), redo: () => harness.history.push('redo') }

const entry = {
  onAdd(draft: EntryDraft) {
    if (!draft['group_id'] && !options.has('free-entry')) {
      return { message: '사업구간(그룹)을 선택하세요.', fields: { group_id: '사업구간(그룹)을 선택하세요.' } }
    }
    harness.added.push(draft)
    return undefined
  },
}

function keepEdit(act: EditAction) {
  if (options.has('refuse')) return { message: '이 기기에 저장하지 못했습니다.' }
  harness.acts.push(act)
  for (const { row, key, new: value } of act.changes) {
    const now = source.rowById(row.id) ?? row
    const joined =
      key === 'group_id'
        ? { group_id: { ...now.record, name: harnessGroups.find((group) => group.value === value)?.label ?? '' } }
        : now.joined
    source.replaceRow({
      ...now,
      record: { ...now.record, [key]: value },
      joined,
      marks: { ...now.marks, [key]: { state: 'queued', confirmed: now.record[key] ?? null, opId: 'op' } },
    })
  }
  return undefined
}

const heardLists = [
  harness.acts,
  harness.added,
  harness.opened,
  harness.popped,
  harness.deleted,
  harness.settled,
  harness.messages,
  harness.layouts,
  harness.history,
  harness.ticks,
  harness.filtered,
]

const root = document.getElementById('root')
if (root) {
  const page = createRoot(root)
  let starts = 0
  harness.restart = () => {
    // A table that goes commits its open editor: it must be gone before the lists are emptied.
    flushSync(() => page.render(null))
    for (const heard of heardLists) heard.length = 0
    localStorage.clear()
    source.setQuery({ filters: [], search: '', sort: [] })
    source.setRows(options.has('states') ? inEveryState(rows) : rows)
    starts += 1
    page.render(<HarnessPage key={starts} />)
  }
  page.render(<HarnessPage />)
}
