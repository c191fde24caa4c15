import { ScanText } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { createHistoryTab } from '#app/records/detail/history-panel.tsx'
import { buildGroupTabs, RecordPanel, type SharedWithPanel } from '#app/records/detail/record-panel.tsx'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { CaseSummaryDialog } from './case-summary-dialog.tsx'
import { depositPapersTab } from './deposit-detail-page.tsx'

interface CasePanelProps {
  screen: ScreenState
  /** Parts of a case from another feature. Must keep its identity between renders. */
  parts: readonly EmbeddedTab[]
  /** Messages of 저장, instead of the screen's. */
  wordings?: Wordings
  /** 공문 작성 of a case. */
  letter: RowAction
  children: (shared: SharedWithPanel) => ReactNode
}

/**
 * A table of cases with the open case next to it. The panel's head opens its summary and its
 * official letters.
 */
export function CasePanel({ screen, parts, wordings, letter, children }: CasePanelProps) {
  const [summaryRow, setSummaryRow] = useState<SourceRow | null>(null)
  const tabs = useMemo(
    () => [...fieldTabs, ...parts, depositPapersTab, createHistoryTab('deposit-cases', screen.columns)],
    [parts, screen.columns],
  )
  return (
    <>
      <RecordPanel
        screen={screen}
        tabs={tabs}
        {...(wordings && { wordings })}
        actions={[{ ...summaryAction, run: setSummaryRow }, letter]}
      >
        {children}
      </RecordPanel>
      {summaryRow ? (
        <CaseSummaryDialog
          row={summaryRow}
          onClose={() => setSummaryRow(null)}
          onLetter={() => (setSummaryRow(null), letter.run(summaryRow))}
          onOpen={() => (setSummaryRow(null), screen.actions.popOut(summaryRow))}
        />
      ) : null}
    </>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const summaryAction = { key: 'summary', label: '한눈에 보기', icon: <ScanText {...icon} /> }

/** The case's fields in six tabs; 기타 holds the column group 상태. */
const fieldTabs = ['basic', 'cost', 'deposit', 'date', 'mandate', 'status'].flatMap((group) => {
  const tab = buildGroupTabs(depositCaseBook).find(({ key }) => key === group)
  const renamed = { date: { key: 'dates' }, status: { key: 'other', label: '기타' } }[group]
  return tab ? [{ ...tab, ...renamed }] : []
})
