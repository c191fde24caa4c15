import { ScanText } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { createHistoryTab } from '#app/records/detail/history-panel.tsx'
import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { buildGroupTabs, RecordPanel, type SharedWithPanel } from '#app/records/detail/record-panel.tsx'
import { createPapersTab } from '#app/records/papers/papers-tab.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatWon } from '#domain/money/won.ts'

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

/** Tab with a case's papers. Both tables share one undo history under the book's name. */
export const depositPapersTab = createPapersTab('deposit-cases', depositCaseBook.name)

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const summaryAction = { key: 'summary', label: '한눈에 보기', icon: <ScanText {...icon} /> }

/** The case's fields in five tabs; 기타 holds the column group 상태. */
const fieldTabs = ['basic', 'cost', 'deposit', 'date', 'status'].flatMap((group) => {
  const tab = buildGroupTabs(depositCaseBook).find(({ key }) => key === group)
  const renamed = { date: { key: 'dates' }, status: { key: 'other', label: '기타' } }[group]
  return tab ? [{ ...tab, ...renamed }] : []
})

/** Standalone window of one deposit case. */
export function DepositDetailPage({ id, extras }: { id: string; extras: RecordExtras }) {
  return <RecordDetailPage id={id} collection="deposit-cases" parts={[...extras.parts, depositPapersTab]} />
}

interface CaseSummaryDialogProps {
  row: SourceRow
  onClose(): void
  onLetter(): void
  /** Opens the case's own window, where it can be edited. */
  onOpen(): void
}

/** Read-only summary of one case, opened from the detail panel. Empty fields are omitted. */
function CaseSummaryDialog({ row, onClose, onLetter, onOpen }: CaseSummaryDialogProps) {
  const dismissButton = useRef<HTMLButtonElement>(null)
  const amounts = costKeys.map((key) => row.record[key]).filter((amount) => typeof amount === 'number')
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return (
    <Dialog
      open
      width="wide"
      title={getRowCaption(getRecordBook('deposit-cases'), row)}
      onClose={onClose}
      // Focuses the close button, so that Enter closes the summary.
      initialFocus={dismissButton}
      actions={
        <>
          <Button ref={dismissButton} onClick={onClose}>
            닫기
          </Button>
          <Button onClick={onLetter}>공문 작성</Button>
          <Button tone="primary" onClick={onOpen}>
            새 창에서 수정
          </Button>
        </>
      }
    >
      {Object.entries(depositCaseBook.groups).map(([group, label]) => (
        <section key={group} aria-label={label} className="border-t py-3 first:border-t-0">
          <h3 className="mb-2 text-label font-semibold text-ink-2">{label}</h3>
          <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
            {listFilledFields(row, group).map((field) => (
              <CaseLine key={field.key} label={field.label}>
                <Value field={field} row={row} />
              </CaseLine>
            ))}
            {group === 'cost' && amounts.length > 0 ? (
              <CaseLine label="합계">
                <strong className="tabular-nums">{formatWon(sum)}원</strong>
              </CaseLine>
            ) : null}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

function CaseLine({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-ink-3">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function listFilledFields({ record }: SourceRow, group: string): readonly Field[] {
  return depositCaseBook.fields.filter((field) => field.group === group && (record[field.key] ?? '') !== '')
}

function Value({ field, row }: { field: Field; row: SourceRow }) {
  const value = row.record[field.key] ?? null
  if (field.kind === 'won' && typeof value === 'number')
    return <span className="tabular-nums">{formatWon(value)}원</span>
  if (field.kind !== 'enum')
    return (
      <span className="tabular-nums">
        <UnbrokenMarks text={String(value)} />
      </span>
    )
  const choice = field.choices?.find((option) => option.value === value)
  const label = choice?.label ?? String(value)
  return choice?.tone ? <Badge tone={choice.tone}>{label}</Badge> : label
}
