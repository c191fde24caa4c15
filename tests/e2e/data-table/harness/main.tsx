import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Sort } from '#contract/query.ts'
import '#app/ui/theme.css'
import { arrayRowSource } from '#app/ui/data-table/array-row-source.ts'
import { columnsOf } from '#app/ui/data-table/columns.ts'
import type { ConflictSettlement, EditAct, EntryDraft, TableMessage } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { renderProbe } from '#app/ui/data-table/render-probe.ts'
import { harnessDescription, harnessGroups, harnessPurposes, harnessRows, inEveryState } from './harness-rows.ts'

/** What the specs read and steer. `?rows=` how many; `?states` rows in every state; `?status=` of the source; `?refuse` edits cannot be kept. */
export interface Harness {
  readonly counts: { rows: number[]; cells: string[] }
  readonly acts: EditAct[]
  readonly added: EntryDraft[]
  readonly opened: string[]
  readonly deleted: string[]
  readonly settled: ConflictSettlement[]
  readonly messages: TableMessage[]
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

const harness: Harness = {
  counts: { rows: [], cells: [] },
  acts: [],
  added: [],
  opened: [],
  deleted: [],
  settled: [],
  messages: [],
  source,
}
window.harness = harness
renderProbe.onRow = (row) => harness.counts.rows.push(row)
renderProbe.onCell = (row, key) => harness.counts.cells.push(`${row}:${key}`)

const columns = columnsOf(harnessDescription, {
  group_id: { options: () => harnessGroups },
  purpose: { options: () => harnessPurposes },
})

function HarnessPage() {
  const [sort, setSort] = useState<Sort | null>(null)
  const [pageSize, setPageSize] = useState(20)
  function changeSort(next: Sort) {
    setSort(next)
    source.setQuery({ filters: [], search: '', sort: [next] })
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
          columns={columns}
          sort={sort}
          onSort={changeSort}
          queryKey={JSON.stringify(sort)}
          today={() => '2026-11-20'}
          onEdit={keepEdit}
          onOpenRow={(row) => harness.opened.push(row.id)}
          onDeleteRow={(row) => harness.deleted.push(row.id)}
          onSettleConflict={(settlement) => harness.settled.push(settlement)}
          onMessage={(message) => harness.messages.push(message)}
          paging={{ pageSize, pageSizes: [10, 20, 50, 100], onPageSize: setPageSize }}
          {...(options.has('no-entry') ? {} : { entry })}
          isHighlighted={(row) => options.has('states') && row.id.endsWith('009')}
        />
      </div>
    </main>
  )
}

const entry = {
  onAdd(draft: EntryDraft) {
    if (!draft['group_id']) {
      return { message: '사업구간(그룹)을 선택하세요.', fields: { group_id: '사업구간(그룹)을 선택하세요.' } }
    }
    harness.added.push(draft)
    return undefined
  },
}

function keepEdit(act: EditAct) {
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

const root = document.getElementById('root')
if (root) createRoot(root).render(<HarnessPage />)
