import { useMemo } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { historyTab } from '#app/records/detail/history-tab.tsx'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { useSession } from '#app/session/session-store.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { DetailPanel } from '#app/ui/detail-panel/detail-panel.tsx'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import type { DetailPanelState } from '#app/ui/detail-panel/use-detail-panel.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { InquiryDestruction } from './inquiry-destruction.tsx'

interface InquiryPanelProps {
  detail: DetailPanelState
  columns: readonly Column[]
  tab: string
  onTab(key: string): void
  actions: RecordActions
}

/** One inquiry beside the inbox: how far it is, its full text, what was done to it, and for superusers its end. */
export function InquiryPanel({ detail, columns, tab, onTab, actions }: InquiryPanelProps) {
  const isSuperuser = useSession().user?.is_superuser === true
  const close = useLatest(detail.close)
  const tabs = useMemo((): readonly DetailTab[] => {
    const destruction = (row: SourceRow) => <InquiryDestruction row={row} onGone={() => close()()} />
    return [
      { key: 'content', label: '문의', fields },
      historyTab('inquiries', columns),
      ...(isSuperuser ? [{ key: 'destruction', label: '파기', content: destruction }] : []),
    ]
  }, [columns, isSuperuser, close])
  return (
    <DetailPanel
      {...{ detail, columns, tab, onTab, tabs }}
      label="문의 상세"
      title={(row) => captionOfRow(recordBook('inquiries'), row)}
      onSettleConflict={(settlement) => void actions.settleConflict(settlement)}
      today={officeToday}
    />
  )
}

/** What is changed first, then what was written. */
const fields = [
  ...['state', 'assignee', 'note'],
  ...['message', 'subject', 'name', 'phone', 'email', 'received_at', 'consented_at'],
]
