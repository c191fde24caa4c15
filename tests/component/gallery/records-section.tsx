import { useState } from 'react'
import { BulkEditDialog } from '#app/ui/bulk-edit/bulk-edit-dialog.tsx'
import type { BulkOutcome, ChosenRows } from '#app/ui/bulk-edit/bulk-edit-props.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { useDetailPanel, useSharedCells } from '#app/ui/detail-panel/use-detail-panel.ts'
import { createArrayRowSource } from '../../support/books/array-row-source.ts'
import { buildDetailTabs, buildVisibleColumns } from '../../support/books/from-description.ts'
import { harnessDescription, harnessGroups, makeHarnessRows, putInEveryState } from '../table/harness-rows.ts'
import { Specimen } from './specimen.tsx'

const rows = putInEveryState(makeHarnessRows(8))
const source = createArrayRowSource(rows)
const columns = buildVisibleColumns(harnessDescription, { group_id: { options: () => harnessGroups } })
const tabs: readonly DetailTab[] = [
  ...buildDetailTabs(harnessDescription),
  {
    key: 'owners',
    label: '소유자',
    content: (row) => <p className="text-ink-2">{String(row.record['owner'])}의 소유자 목록</p>,
  },
]
const today = () => '2026-11-20'
const getOwner = (row: (typeof rows)[number]) => String(row.record['owner'])

export function RecordsSection() {
  return (
    <>
      <Specimen title="상세 창: 앞뒤 기록으로 거절, 겹침, 새 기록, 삭제 대기를 차례로">
        <Detail />
      </Specimen>
      <Specimen title="일괄 수정">
        <BulkEdit />
      </Specimen>
    </>
  )
}

function Detail() {
  const cells = useSharedCells(source)
  const [rowId, setRowId] = useState<string | null>(rows[0]?.id ?? null)
  const [tab, setTab] = useState(tabs[0]?.key ?? '')
  const detail = useDetailPanel({ source, cells, rowId, onRowId: setRowId, onEdit: () => undefined })
  if (rowId === null) return <Button onClick={() => setRowId(rows[0]?.id ?? null)}>상세 열기</Button>
  return (
    <div className="h-[480px] max-w-[560px] border">
      <DetailPanel
        detail={detail}
        label="기록 상세"
        title={getOwner}
        columns={columns}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
        onSettleConflict={() => undefined}
        today={today}
      />
    </div>
  )
}

const chosen: ChosenRows = {
  read(onChunk) {
    onChunk(rows, rows.length, rows.length)
    return Promise.resolve()
  },
}

/** The simulated server accepts all but the last record. */
function makeOutcome(ids: readonly string[]): BulkOutcome {
  const last = ids.at(-1) ?? ''
  const state = {
    waiting: 0,
    isReachable: true,
    failures: [
      { id: last, caption: '소유자 8', reason: '다른 사람이 먼저 수정한 내용과 겹칩니다.', failureActions: [] },
    ],
  }
  return {
    actionId: 'gallery',
    savedCount: ids.length,
    failure: null,
    sending: { getState: () => state, subscribe: () => () => undefined },
    undo: () => undefined,
  }
}

function BulkEdit() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>일괄 수정</Button>
      {isOpen ? (
        <BulkEditDialog
          fields={columns.filter((column) => column.isEditable)}
          groups={harnessDescription.groups}
          rows={chosen}
          captionOf={getOwner}
          today={today}
          apply={(changes, watch) => {
            watch.onSaved(changes.length)
            return Promise.resolve(makeOutcome(changes.map(({ row }) => row.id)))
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}
