import { ScanText } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { historyTab } from '#app/records/detail/history-tab.tsx'
import { papersTab } from '#app/records/papers/papers-tab.tsx'
import { groupTabs, RecordPanel, type SharedWithPanel } from '#app/records/detail/record-panel.tsx'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { CaseDialog } from './case-dialog.tsx'

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
  const [shown, setShown] = useState<SourceRow | null>(null)
  const tabs = useMemo(
    () => [...fieldTabs, ...parts, casePapers, historyTab('deposit-cases', screen.columns)],
    [parts, screen.columns],
  )
  return (
    <>
      <RecordPanel
        screen={screen}
        tabs={tabs}
        {...(wordings && { wordings })}
        actions={[{ ...atAGlance, run: setShown }, letter]}
      >
        {children}
      </RecordPanel>
      {shown ? (
        <CaseDialog
          row={shown}
          onClose={() => setShown(null)}
          onLetter={() => (setShown(null), letter.run(shown))}
          onOpen={() => (setShown(null), screen.actions.popOut(shown))}
        />
      ) : null}
    </>
  )
}

/** Both tables share one undo history under the book's name. */
export const casePapers = papersTab('deposit-cases', depositCaseDescription.name)

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const atAGlance = { key: 'glance', label: '한눈에 보기', icon: <ScanText {...icon} /> }

/** The case's fields in five tabs; 기타 holds the column group 상태. */
const fieldTabs = ['basic', 'cost', 'deposit', 'date', 'status'].flatMap((group) => {
  const tab = groupTabs(depositCaseDescription).find(({ key }) => key === group)
  const renamed = { date: { key: 'dates' }, status: { key: 'other', label: '기타' } }[group]
  return tab ? [{ ...tab, ...renamed }] : []
})
