import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { useHeldCells } from '#app/records/detail/use-held-cells.ts'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import { useDetailPanel } from '#app/ui/detail-panel/use-detail-panel.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { nameOf } from './belonging-names.ts'
import { detailColumns } from './master-columns.ts'
import { MasterTable } from './master-table.tsx'
import type { MasterScreenState } from './use-master-screen.ts'

/** Titles with the open one beside them: the tabs of spec 3 §2 "Title screen" (basic, details, dates). */
export function TitleTable({ screen }: { screen: MasterScreenState }) {
  const { kind, lists, source, state, commands } = screen
  const columns = useMemo(() => detailColumns(kind, lists), [kind, lists])
  const cells = useHeldCells(source.whole, '목록 상세')
  const [tab, setTab] = useState('basic')
  const rowId = state.search.record === '' ? null : state.search.record
  const detail = useDetailPanel({
    source: source.whole,
    cells,
    rowId,
    onRowId: (id) => state.change({ record: id ?? '', page: state.search.page }),
    onEdit: (action) => screen.actions.edit(action),
  })
  const panel = (
    <DetailPanel
      detail={detail}
      label="목록 상세"
      title={(row) => nameOf(row.record)}
      columns={columns}
      tabs={tabs}
      tab={tab}
      onTab={setTab}
      today={officeToday}
    />
  )
  return (
    <DetailSplit tableId={kind.tableId} panel={rowId === null ? null : panel}>
      <MasterTable
        screen={screen}
        detail={{
          opens: 'detail',
          onOpenRow: detail.open,
          pending: cells,
          goTo: detail.goTo ?? commands.goTo,
          rowActions: [
            { key: 'edit', label: '수정', icon: <Pencil {...icon} />, run: (row: SourceRow) => screen.setEdited(row) },
          ],
        }}
      />
    </DetailSplit>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const tabs = [
  {
    key: 'basic',
    label: '기본정보',
    fields: ['name', 'project', 'project.manager', 'department_name', 'company_name'],
  },
  { key: 'details', label: '상세정보', fields: ['status', 'progress_percentage', 'description'] },
  { key: 'dates', label: '일자', fields: ['inserted_at', 'updated_at'] },
] as const
