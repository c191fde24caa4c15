import { useMemo } from 'react'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { historyTab } from '#app/records/detail/history-tab.tsx'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import type { DetailPanelState } from '#app/ui/detail-panel/use-detail-panel.ts'
import { officeToday } from '#app/ui/office-today.ts'

interface CasePanelProps {
  detail: DetailPanelState
  columns: readonly Column[]
  tab: string
  onTab(key: string): void
  actions: RecordActions
}

/** One case beside the grid (spec 2 §2): its fields in five tabs, and what was done to it. */
export function CasePanel({ detail, columns, tab, onTab, actions }: CasePanelProps) {
  const tabs = useMemo(() => [...fieldTabs, historyTab('deposit-cases', columns)], [columns])
  return (
    <DetailPanel
      {...{ detail, columns, tab, onTab, tabs }}
      label="공탁 사건 상세"
      title={(row) => captionOfRow(recordBook('deposit-cases'), row)}
      onSettleConflict={(settlement) => void actions.settleConflict(settlement)}
      today={officeToday}
    />
  )
}

/** Keys and order of the spec, labels of research/domain.md §3.2; 기타 holds what the columns call 상태: regi_office, status, notes. */
const fieldTabs: readonly DetailTab[] = [
  fieldsOf('basic', { key: 'basic', label: '기본정보' }),
  fieldsOf('cost', { key: 'cost', label: '비용' }),
  fieldsOf('deposit', { key: 'deposit', label: '공탁' }),
  fieldsOf('date', { key: 'dates', label: '일자' }),
  fieldsOf('status', { key: 'other', label: '기타' }),
]

function fieldsOf(group: string, tab: { key: string; label: string }): DetailTab {
  const fields = depositCaseDescription.fields.filter((field) => field.group === group)
  return { ...tab, fields: fields.map(({ key }) => key) }
}
