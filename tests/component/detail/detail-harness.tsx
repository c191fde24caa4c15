import { useState } from 'react'
import { cleanup, render } from 'vitest-browser-react'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { ConflictSettlement, RowAction, TableMessage } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import type { DetailDrafts, DraftField } from '#app/ui/detail-panel/detail-draft.ts'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import { besideSheetClass, DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { useDetailPanel, useSharedCells } from '#app/ui/detail-panel/use-detail-panel.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createArrayRowSource } from '../../support/books/array-row-source.ts'
import { buildDetailTabs } from '../../support/books/from-description.ts'
import {
  harnessDescription,
  harnessGroups,
  harnessPurposes,
  makeHarnessRows,
  putInEveryState,
} from '../table/harness-rows.ts'
import { cell } from '../table/table-steps.ts'
import { UnsavedBar } from './unsaved-bar.tsx'

export interface DetailOptions {
  /** Includes rows in every state. */
  hasEveryState?: boolean
  /** Edits fail until `acceptEdits` is called. */
  refusesEdits?: boolean
  /** The table's edits also wait for 저장. */
  defersEdits?: boolean
  /** Record id in the URL. */
  openedId?: string
  /** Drafts of the device, which outlive the page. */
  drafts?: DetailDrafts
  /** Rows have actions beyond opening. */
  hasActions?: boolean
}

/** What table and panel reported, and controls for the test. */
export interface DetailHarness {
  readonly actions: EditAction[]
  readonly settled: ConflictSettlement[]
  readonly messages: TableMessage[]
  readonly source: ReturnType<typeof createArrayRowSource>
  /** Simulates a colleague's change. */
  simulateChange(rowIndex: number, key: string, value: FieldValue): void
  /** From now on edits succeed. */
  acceptEdits(): void
}

/**
 * Renders a table of 200 rows and its detail panel over one map of pending cells, replacing what
 * was rendered before.
 */
export async function openDetail(options: DetailOptions = {}): Promise<DetailHarness> {
  await cleanup()
  const rows = makeHarnessRows(200)
  const source = createArrayRowSource(options.hasEveryState ? putInEveryState(rows) : rows)
  let isRefusing = options.refusesEdits ?? false
  const harness: DetailHarness = {
    actions: [],
    settled: [],
    messages: [],
    source,
    simulateChange(rowIndex, key, value) {
      const row = source.rowAt(rowIndex)
      if (row) source.replaceRow({ ...row, record: { ...row.record, version: row.record.version + 1, [key]: value } })
    },
    acceptEdits() {
      isRefusing = false
    },
  }
  function onEdit(editAction: EditAction) {
    if (isRefusing) return { message: '이 기기에 저장하지 못했습니다.' }
    storeEdit(harness, editAction)
    return undefined
  }
  await render(
    <HarnessPage
      harness={harness}
      defersEdits={options.defersEdits ?? false}
      openedId={options.openedId ?? null}
      drafts={options.drafts}
      hasActions={options.hasActions ?? false}
      onEdit={onEdit}
    />,
  )
  await cell(0, 1).findElement()
  return harness
}

/** Drafts in memory. */
export function createMemoryDrafts(): DetailDrafts {
  const stored = new Map<string, readonly DraftField[]>()
  return {
    read: (rowId) => stored.get(rowId) ?? [],
    save: (rowId, fields) => void stored.set(rowId, fields),
  }
}

const columns = buildAllColumns(harnessDescription, {
  group_id: { options: () => harnessGroups },
  purpose: { options: () => harnessPurposes },
})

const tabs: readonly DetailTab[] = [
  ...buildDetailTabs(harnessDescription),
  { key: 'parties', label: '소유자 목록', content: (row) => <EmbeddedList row={row} /> },
]

function EmbeddedList({ row }: { row: SourceRow }) {
  return <p>{`번호 ${String(row.record['number'])}의 소유자`}</p>
}

interface HarnessPageProps {
  harness: DetailHarness
  defersEdits: boolean
  openedId: string | null
  drafts: DetailDrafts | undefined
  hasActions: boolean
  onEdit: (editAction: EditAction) => { message: string } | undefined
}

/** Table and panel as a screen composes them. */
function HarnessPage({ harness, defersEdits, openedId, drafts, hasActions, onEdit }: HarnessPageProps) {
  const { source } = harness
  const [rowId, setRowId] = useState<string | null>(openedId)
  const [tab, setTab] = useState('basic')
  const cells = useSharedCells(source, { defersEdits })
  const detail = useDetailPanel({ source, cells, rowId, onRowId: setRowId, onEdit, ...(drafts && { drafts }) })
  return (
    <main className={`flex h-dvh flex-col gap-2 bg-paper p-4 ${besideSheetClass}`}>
      <h1 className="text-title font-semibold">상세 패널 시험대</h1>
      {defersEdits ? (
        <UnsavedBar cells={cells} onEdit={onEdit} onMessage={(message) => harness.messages.push(message)} />
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
              missing={openedId === null ? undefined : '시험 기록을 찾을 수 없습니다.'}
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
          onEdit={onEdit}
          onOpenRow={detail.open}
          openRecord={rowId === null ? null : { id: rowId, close: detail.closeFromTable }}
          {...(hasActions && { rowActions: extraActions })}
          focusTarget={detail.focusTarget}
          onSettleConflict={(settlement) => harness.settled.push(settlement)}
          onMessage={(message) => harness.messages.push(message)}
        />
      </DetailSplit>
    </main>
  )
}

const extraActions: readonly RowAction[] = [{ key: 'extra', label: '시험 동작', icon: null, run: () => undefined }]

const noSort: readonly [] = []

/** Stores an edit like the offline copy: the row shows the new value, marked as queued. */
function storeEdit({ actions, source }: DetailHarness, editAction: EditAction) {
  actions.push(editAction)
  for (const { row, key, new: value } of editAction.changes) {
    const now = source.rowById(row.id) ?? row
    source.replaceRow({
      ...now,
      record: { ...now.record, [key]: value },
      joined: key === 'group_id' ? { group_id: { ...now.record, name: groupName(value) } } : now.joined,
      marks: { ...now.marks, [key]: { state: 'queued', confirmed: now.record[key] ?? null, opId: 'op' } },
    })
  }
}

function groupName(value: FieldValue): string {
  return harnessGroups.find((group) => group.value === value)?.label ?? ''
}
