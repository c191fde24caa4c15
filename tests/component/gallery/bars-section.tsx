import { useState } from 'react'
import { ActionBar, type BarAction } from '#app/ui/action-bar/action-bar.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { useColumnLayout } from '#app/ui/column-layout/use-column-layout.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { type FilterQuery, listFilterableFields } from '#app/ui/filter-bar/filter-query.ts'
import { createArrayRowSource } from '../../support/books/array-row-source.ts'
import { harnessDescription, harnessGroups, makeHarnessRows, withHiddenFields } from '../table/harness-rows.ts'
import { Specimen } from './specimen.tsx'

const source = createArrayRowSource(makeHarnessRows(200))
const columns = buildAllColumns(withHiddenFields(harnessDescription), { group_id: { options: () => harnessGroups } })
const fields = listFilterableFields(columns)
const controls: readonly FilterControl[] = [
  { kind: 'text', field: 'owner', label: '소유자' },
  { kind: 'choice', field: 'status', label: '상태' },
  { kind: 'dates', field: 'regi_date', label: '등기예정일' },
]

export function BarsSection() {
  return (
    <>
      <Specimen title="작업 줄">
        <ActionBars />
      </Specimen>
      <Specimen title="필터 바">
        <FilterBars />
      </Specimen>
      <Specimen title="컬럼 관리">
        <Columns />
      </Specimen>
    </>
  )
}

function ActionBars() {
  const [done, setDone] = useState('')
  const [isTight, setIsTight] = useState(false)
  const actions: readonly BarAction[] = [
    { label: '등본 발급', tone: 'primary', onSelect: () => setDone('등본 발급') },
    { label: '등본 다운로드', onSelect: () => setDone('등본 다운로드') },
    {
      label: '소유자 정보 갱신',
      disabledReason: '다른 작업이 진행 중입니다.',
      onSelect: () => setDone('소유자 정보 갱신'),
    },
    { label: '상태 변경', onSelect: () => setDone('상태 변경') },
    { label: '토지조서 생성', disabledReason: '선택된 항목이 없습니다.', onSelect: () => setDone('토지조서 생성') },
    { label: '삭제', isDestructive: true, onSelect: () => setDone('삭제') },
  ]
  return (
    <div className="flex flex-col gap-3">
      <div style={{ width: isTight ? 260 : '100%' }}>
        <ActionBar label="주소 작업" leadingContent="3건 선택" actions={actions} />
      </div>
      <ActionBar label="세 가지뿐인 작업" size="sm" actions={actions.slice(0, 3)} />
      <div className="flex items-center gap-3">
        <Button size="sm" aria-pressed={isTight} onClick={() => setIsTight(!isTight)}>
          좁게
        </Button>
        <output className="text-ink-2">{done}</output>
      </div>
    </div>
  )
}

function FilterBars() {
  const [question, setQuestion] = useState<FilterQuery>({
    search: '',
    filters: [
      { op: 'contains', field: 'owner', text: '소유자 1' },
      { op: 'one_of', field: 'status', values: ['pending'] },
    ],
  })
  return (
    <FilterBar
      tableId="gallery"
      label="시험 기록"
      filterQuery={question}
      onQueryChange={setQuestion}
      controls={controls}
      fields={fields}
      countValues={(field, limit) => source.countValues?.(field, limit) ?? Promise.resolve([])}
      onExport={() => undefined}
      onImport={() => undefined}
      count={200}
    />
  )
}

function Columns() {
  const layout = useColumnLayout('gallery', columns)
  return (
    <div>
      <Button onClick={layout.openManager}>컬럼 관리</Button>
      <ColumnManager {...layout.manager} groups={harnessDescription.groups} source={source} />
    </div>
  )
}
