import { useState } from 'react'
import { expect } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { genericPages } from '#app/records/url-state/record-search.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { type LayoutEdit, useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import { renderProbe } from '#app/ui/data-table/cells/table-cell.tsx'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type {
  CellOption,
  ConflictSettlement,
  OptionCreator,
  RowSelection,
  TableMessage,
} from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import type { EditAction, EditOutcome, EntryLineDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { ServerFailure } from '#contract/admin/server-failure.ts'
import type { Sort } from '#contract/records/query.ts'
import { createArrayRowSource } from '../../support/books/array-row-source.ts'
import {
  addFields,
  harnessDescription,
  harnessGroups,
  harnessPurposes,
  makeHarnessRows,
  putInEveryState,
  withHiddenFields,
} from './harness-rows.ts'

export interface TableOptions {
  /** Number of rows; default 1,000. */
  rows?: number
  /** Includes rows in every state. */
  hasEveryState?: boolean
  /** A checkbox per row. */
  checks?: boolean
  /** A paste may create records. */
  newRows?: boolean
  /** No line for a new record. */
  noEntry?: boolean
  /** New records have a form. */
  hasForm?: boolean
  /** Fields that the entry line carries over from the previous record. */
  carries?: readonly string[]
  /** The entry line accepts anything. */
  freeEntry?: boolean
  /** The cell menu offers filters. */
  filterBy?: boolean
  /** State of the source. */
  status?: 'loading' | 'error' | 'never_fetched'
  /** With `never_fetched`: the reason. */
  trouble?: ServerFailure
  /** Three rows arrived meanwhile. */
  arrived?: boolean
  /** The first copy is running. */
  copying?: boolean
  refusesEdits?: boolean
  /** An edit completes when `completeEdit` is called. */
  slow?: boolean
  /** The bar offers 무한스크롤. */
  modes?: boolean
  /** The column layout can be changed; six columns are hidden. */
  layout?: boolean
  /** Minimum number of columns. */
  columns?: number
  /** Only the first three columns, for tests of the rows' surroundings. */
  fewColumns?: boolean
  /** Default order of the rows. */
  defaultSort?: Sort
  /**
   * Groups can be created from the list; returns the new one, or null when the form was abandoned.
   */
  makeGroup?: OptionCreator['make']
}

/** What the table reported, and controls for the test. */
export interface TableHarness {
  readonly source: ReturnType<typeof createArrayRowSource>
  readonly counts: { rows: number[]; cells: string[] }
  readonly acts: EditAction[]
  readonly added: EntryLineDraft[]
  readonly opened: string[]
  readonly popped: string[]
  readonly deleted: string[]
  readonly settled: ConflictSettlement[]
  readonly messages: TableMessage[]
  readonly ticks: RowSelection[]
  readonly filtered: string[]
  readonly layouts: LayoutEdit[]
  readonly history: string[]
  sort: readonly Sort[]
  setLayout: (layout: unknown) => void
  completeEdit: () => void
}

/** Renders the table over rows in memory, and waits for its first row or the requested state. */
export async function openTable(options: TableOptions = {}): Promise<TableHarness> {
  const harness = createHarness(options)
  renderProbe.onRow = (row) => harness.counts.rows.push(row)
  renderProbe.onCell = (row, key) => harness.counts.cells.push(`${row}:${key}`)
  await render(<HarnessPage harness={harness} options={options} />)
  await page.getByRole('grid', { name: '시험 기록' }).findElement()
  if (options.rows !== 0) await page.getByCss('[role=gridcell][data-row="0"]').first().findElement()
  return harness
}

/** Renders several tables, each as high as the view, one below the other. */
export async function openTables(all: readonly TableOptions[]): Promise<void> {
  await render(
    <>
      {all.map((options, index) => (
        <HarnessPage key={index} harness={createHarness(options)} options={options} />
      ))}
    </>,
  )
  await expect.poll(() => page.getByRole('grid', { name: '시험 기록' }).length).toBe(all.length)
}

function createHarness(options: TableOptions): TableHarness {
  const rows = makeHarnessRows(options.rows ?? 1000)
  const source = createArrayRowSource(options.hasEveryState ? putInEveryState(rows) : rows)
  const { status, trouble } = options
  if (status) source.setState({ status, ...(trouble && { trouble }) })
  if (options.arrived) source.setState({ arrived: 3 })
  if (options.copying) source.setState({ isComplete: false, copying: { received: 12_000, total: 100_000 } })
  return {
    source,
    counts: { rows: [], cells: [] },
    acts: [],
    added: [],
    opened: [],
    popped: [],
    deleted: [],
    settled: [],
    messages: [],
    ticks: [],
    filtered: [],
    layouts: [],
    history: [],
    sort: [],
    setLayout: () => {},
    completeEdit: () => {},
  }
}

function buildColumns(options: TableOptions) {
  const described = addFields(harnessDescription, options.columns ?? 0)
  const columns = buildAllColumns(options.layout ? withHiddenFields(described) : described, {
    group_id: { options: () => harnessGroups },
    purpose: { options: () => harnessPurposes },
  })
  const { makeGroup, fewColumns } = options
  const shown = fewColumns ? columns.slice(0, 3) : columns
  if (!makeGroup) return shown
  const created: CellOption[] = []
  async function make(name: string) {
    const option = (await makeGroup?.(name)) ?? null
    if (option) created.push(option)
    return option
  }
  const creation = { optionCreator: { noun: '사업구간', make }, options: () => [...harnessGroups, ...created] }
  return shown.map((column) => (column.key === 'group_id' ? { ...column, ...creation } : column))
}

function HarnessPage({ harness, options }: { harness: TableHarness; options: TableOptions }) {
  const { source } = harness
  const [columns] = useState(() => buildColumns(options))
  const [sort, setSort] = useState<readonly Sort[]>([])
  const [pageSize, setPageSize] = useState(20)
  const [ticked, setTicked] = useState<RowSelection>({ kind: 'ids', ids: new Set() })
  const layout = useColumnLayout('harness', columns, (step) => harness.layouts.push(step))
  harness.setLayout = layout.setLayout
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
          {...(options.layout ? layout.table : { columns })}
          sort={sort}
          onSort={changeSort}
          defaultSort={options.defaultSort ?? null}
          queryKey={JSON.stringify(sort)}
          today={() => '2026-11-20'}
          onEdit={(act) => storeEdit(harness, options, act)}
          onOpenRow={(row) => harness.opened.push(row.id)}
          onPopOutRow={(row) => harness.popped.push(row.id)}
          onDeleteRow={(row) => harness.deleted.push(row.id)}
          history={{ undo: () => harness.history.push('undo'), redo: () => harness.history.push('redo') }}
          onSettleConflict={(settlement) => harness.settled.push(settlement)}
          onMessage={(message) => harness.messages.push(message)}
          paging={{
            pageSize,
            pageSizes: [10, 20, 50, 100],
            onPageSize: setPageSize,
            jumpMessages: genericPages.jumpMessages,
            ...(options.modes ? { mode: 'infinite' as const, onMode: () => {} } : {}),
          }}
          {...(options.checks
            ? {
                rowSelection: {
                  value: ticked,
                  onChange: changeTicked,
                  onBulkEdit: () => harness.history.push('bulk-edit'),
                },
              }
            : {})}
          {...(options.newRows ? { canAddRows: true } : {})}
          {...(options.hasForm ? { onAdd: () => harness.opened.push('form') } : {})}
          {...(options.filterBy
            ? {
                onFilterBy: ({ row, column }) =>
                  column.key === 'fees' ? null : () => harness.filtered.push(`${row.id}:${column.key}`),
              }
            : {})}
          {...(options.noEntry
            ? {}
            : {
                entry: {
                  carries: options.carries ?? [],
                  onAdd: (draft: EntryLineDraft) => addEntry(harness, options, draft),
                },
              })}
          isHighlighted={(row) => options.hasEveryState === true && row.id.endsWith('009')}
        />
      </div>
      <ColumnManager {...layout.manager} groups={harnessDescription.groups} source={source} />
    </main>
  )
}

function addEntry(harness: TableHarness, options: TableOptions, draft: EntryLineDraft) {
  if (!draft['group_id'] && !options.freeEntry) {
    const message = '사업구간(그룹)을 선택하세요.'
    return { message, fields: { group_id: message } }
  }
  harness.added.push(draft)
  return undefined
}

/** Stores an edit like the offline copy: the row shows the new value, marked as queued. */
function storeEdit(harness: TableHarness, options: TableOptions, act: EditAction): EditOutcome | Promise<EditOutcome> {
  if (options.refusesEdits) return { message: '이 기기에 저장하지 못했습니다.' }
  if (options.slow)
    return new Promise((resolve) => {
      harness.completeEdit = () => resolve(storeEdit(harness, { ...options, slow: false }, act))
    })
  const { acts, source } = harness
  acts.push(act)
  for (const { row, key, new: value } of act.changes) {
    const now = source.rowById(row.id) ?? row
    const name = harnessGroups.find((group) => group.value === value)?.label ?? ''
    source.replaceRow({
      ...now,
      record: { ...now.record, [key]: value },
      joined: key === 'group_id' ? { group_id: { ...now.record, name } } : now.joined,
      marks: { ...now.marks, [key]: { state: 'queued', confirmed: now.record[key] ?? null, opId: 'op' } },
    })
  }
  return undefined
}
