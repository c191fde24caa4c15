import { useState } from 'react'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import type { RowSourceState } from '#contract/records/row-source.ts'
import { type ArrayRowSource, createArrayRowSource } from '../../support/books/array-row-source.ts'
import { buildVisibleColumns } from '../../support/books/from-description.ts'
import { harnessDescription, harnessGroups, makeHarnessRows, putInEveryState } from '../table/harness-rows.ts'
import { Specimen } from './specimen.tsx'

const columns = buildVisibleColumns(harnessDescription, { group_id: { options: () => harnessGroups } })

const withoutRows: readonly { title: string; status: RowSourceState['status']; message?: string }[] = [
  { title: '불러오는 중', status: 'loading' },
  { title: '비어 있음', status: 'ready' },
  { title: '오류', status: 'error', message: '데이터를 불러오는데 문제가 발생했습니다.' },
  { title: '아직 받지 않음', status: 'never_fetched' },
]

const everyState = createArrayRowSource(putInEveryState(makeHarnessRows(12)))

export function TablesSection() {
  const [ticked, setTicked] = useState<RowSelection>({ kind: 'ids', ids: new Set() })
  return (
    <>
      <Specimen title="대기, 전송 중, 보류, 거절, 겹침, 새 기록, 삭제 대기, 조건 밖, 강조">
        <div className="h-[520px]">
          <StateTable
            id="states"
            label="상태별 기록"
            source={everyState}
            selection={{ value: ticked, onChange: setTicked }}
          />
        </div>
      </Specimen>
      <div className="grid gap-6 lg:grid-cols-2">
        {withoutRows.map((state) => (
          <Specimen key={state.status} title={state.title}>
            <div className="h-64">
              <StateTable id={state.status} label={state.title} source={getSource(state)} />
            </div>
          </Specimen>
        ))}
      </div>
    </>
  )
}

const sourcesByKey = new Map<string, ArrayRowSource>()

function getSource({ status, message }: (typeof withoutRows)[number]): ArrayRowSource {
  const known = sourcesByKey.get(status)
  if (known) return known
  const source = createArrayRowSource([])
  source.setState({ status, ...(message ? { message } : {}) })
  sourcesByKey.set(status, source)
  return source
}

interface StateTableProps {
  id: string
  label: string
  source: ArrayRowSource
  selection?: { value: RowSelection; onChange: (next: RowSelection) => void }
}

function StateTable({ id, label, source, selection }: StateTableProps) {
  return (
    <DataTable
      tableId={`gallery-${id}`}
      label={label}
      source={source}
      columns={columns}
      sort={noSort}
      queryKey="all"
      today={() => '2026-11-20'}
      onEdit={() => undefined}
      onOpenRow={() => undefined}
      onDeleteRow={() => undefined}
      onSettleConflict={() => undefined}
      onMessage={() => undefined}
      isHighlighted={(row) => row.id.endsWith('009')}
      {...(selection ? { rowSelection: selection } : {})}
    />
  )
}

const noSort: readonly [] = []
