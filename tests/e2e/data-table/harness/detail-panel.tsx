import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import '#app/ui/theme.css'
import { arrayRowSource } from '../../../support/array-row-source.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { ConflictSettlement, TableMessage } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { UnsavedBar } from './unsaved-bar.tsx'
import { useDetailPanel } from '#app/ui/detail-panel/use-detail-panel.ts'
import { useSharedCells } from '#app/ui/detail-panel/use-shared-cells.ts'
import { harnessDescription, harnessGroups, harnessPurposes, harnessRows, inEveryState } from './harness-rows.ts'
import { detailTabsOf } from '../../../support/from-description.ts'

/** What the specs read and steer. `?rows=` how many; `?states` rows in every state; `?refuse` acts cannot be kept; `?holds` the table's edits wait for 저장 too. */
export interface DetailHarness {
  readonly acts: EditAction[]
  readonly settled: ConflictSettlement[]
  readonly messages: TableMessage[]
  readonly source: ReturnType<typeof arrayRowSource>
  /** A colleague's change arrives. */
  arrive: (rowIndex: number, key: string, value: FieldValue) => void
  /** From now on acts are kept. */
  keep: () => void
}

declare global {
  interface Window {
    detailHarness: DetailHarness
  }
}

const options = new URLSearchParams(location.search)
const rows = harnessRows(Number(options.get('rows') ?? 200))
const source = arrayRowSource(options.has('states') ? inEveryState(rows) : rows)
let isRefusing = options.has('refuse')

const harness: DetailHarness = {
  acts: [],
  settled: [],
  messages: [],
  source,
  arrive(rowIndex, key, value) {
    const row = source.rowAt(rowIndex)
    if (row) source.replaceRow({ ...row, record: { ...row.record, version: row.record.version + 1, [key]: value } })
  },
  keep() {
    isRefusing = false
  },
}
window.detailHarness = harness

const columns = allColumnsOf(harnessDescription, {
  group_id: { options: () => harnessGroups },
  purpose: { options: () => harnessPurposes },
})
const tabs: readonly DetailTab[] = [
  ...detailTabsOf(harnessDescription),
  { key: 'parties', label: '소유자 목록', content: (row) => <EmbeddedList row={row} /> },
]

/** Stands for one of the four components of an address, which take its number (spec 1 §2.4). */
function EmbeddedList({ row }: { row: SourceRow }) {
  return <p>{`번호 ${String(row.record['number'])}의 소유자`}</p>
}

/** Table and panel over one map, as a screen composes them. */
function DetailHarnessPage() {
  const [rowId, setRowId] = useState<string | null>(null)
  const [tab, setTab] = useState('basic')
  const cells = useSharedCells(source, { holdsEdits: options.has('holds') })
  const detail = useDetailPanel({ source, cells, rowId, onRowId: setRowId, onEdit: keepEdit })
  return (
    <main className="flex h-dvh flex-col gap-2 bg-paper p-4">
      <h1 className="text-title font-semibold">상세 패널 시험대</h1>
      {options.has('holds') ? (
        <UnsavedBar cells={cells} onEdit={keepEdit} onMessage={(message) => harness.messages.push(message)} />
      ) : null}
      <DetailSplit
        tableId="detail-harness"
        panel={
          rowId === null ? null : (
            <DetailPanel
              detail={detail}
              label="시험 기록 상세"
              title={(row) => String(row.record['owner'] ?? '이름 없음')}
              columns={columns}
              tabs={tabs}
              tab={tab}
              onTab={setTab}
              onSettleConflict={(settlement) => harness.settled.push(settlement)}
              today={() => '2026-11-20'}
            />
          )
        }
      >
        <DataTable
          tableId="detail-harness"
          label="시험 기록"
          source={source}
          columns={columns}
          pending={cells}
          sort={noSort}
          queryKey="all"
          today={() => '2026-11-20'}
          onEdit={keepEdit}
          onOpenRow={detail.open}
          goTo={detail.goTo}
          onSettleConflict={(settlement) => harness.settled.push(settlement)}
          onMessage={(message) => harness.messages.push(message)}
        />
      </DetailSplit>
    </main>
  )
}

function keepEdit(act: EditAction) {
  if (isRefusing) return { message: '이 기기에 저장하지 못했습니다.' }
  harness.acts.push(act)
  for (const { row, key, new: value } of act.changes) {
    const now = source.rowById(row.id) ?? row
    source.replaceRow({
      ...now,
      record: { ...now.record, [key]: value },
      joined: key === 'group_id' ? { group_id: { ...now.record, name: groupName(value) } } : now.joined,
      marks: { ...now.marks, [key]: { state: 'queued', confirmed: now.record[key] ?? null, opId: 'op' } },
    })
  }
  return undefined
}

function groupName(value: FieldValue): string {
  return harnessGroups.find((group) => group.value === value)?.label ?? ''
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<DetailHarnessPage />)

const noSort: readonly [] = []
