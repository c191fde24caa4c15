import { FileText, ScanText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { useLeaveGuard } from '#app/records/unsaved/use-leave-guard.ts'
import { caseBookWords } from '#app/records/actions/outcome-words.ts'
import { RecordTable } from '#app/records/screen/record-table.tsx'
import { RecordToolbar } from '#app/records/screen/record-toolbar.tsx'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { CaseDialog } from './case-dialog.tsx'
import { DepositFilters } from './deposit-filters.tsx'
import { depositExportOrder, depositImportPath } from './export-deposit-cases.ts'
import { LetterDialog } from './letter-dialog.tsx'
import { OpenedCases, type Opened } from './opened-cases.tsx'
import { withSectionManager } from './section-choices.ts'
import { useDepositDesk } from './use-deposit-desk.ts'

const tableId = 'deposit-cases-book'
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** 사건부 of the deposits (spec 2 §2 "Case book tab"): entry line, inline edit, each case in its own window, official letters. */
export function BookTab() {
  return <OpenedCases tableId={tableId}>{(opened) => <Book {...opened} />}</OpenedCases>
}

function Book(opened: Opened) {
  const { state, source } = opened
  const { desk, offers, asking } = useDepositDesk(opened, { label: '공탁 사건부', words: caseBookWords })
  const { actions } = desk
  const mastersNow = useLatest(offers.masters)
  const [isDrafting, setDrafting] = useState(false)
  useLeaveGuard(isDrafting, '새 사건 입력줄')
  const entry = useMemo(
    () => ({
      ...actions.entry,
      derive(draft: EntryDraft, changedKey: string) {
        const derived = actions.entry.derive?.(draft, changedKey) ?? draft
        return changedKey === 'business_section' ? withSectionManager(derived, mastersNow()) : derived
      },
      onDraftChange: (draft: EntryDraft) => setDrafting(Object.values(draft).some((value) => (value ?? '') !== '')),
    }),
    [actions, mastersNow],
  )
  const [shown, setShown] = useState<SourceRow | null>(null)
  const [written, setWritten] = useState<SourceRow | null>(null)
  const rowActions = useMemo(
    (): readonly RowAction[] => [
      { key: 'view', label: '한눈에 보기', icon: <ScanText {...icon} />, run: setShown },
      { key: 'letter', label: '공문 작성', icon: <FileText {...icon} />, run: setWritten },
    ],
    [],
  )
  return (
    <>
      <DepositFilters
        {...{ tableId, state, source }}
        label="공탁 사건부"
        suggestions={offers.suggestions}
        columns={desk.columns}
        actions={
          <RecordToolbar
            desk={desk}
            exportOrder={() => depositExportOrder(state.search)}
            importPath={depositImportPath}
          />
        }
      />
      <RecordTable desk={desk} {...asking} entry={entry} rowActions={rowActions} onOpenRow={actions.open} />
      {shown ? (
        <CaseDialog
          row={shown}
          onClose={() => setShown(null)}
          onLetter={() => (setShown(null), setWritten(shown))}
          onOpen={() => (setShown(null), actions.open(shown))}
        />
      ) : null}
      {written ? <LetterDialog row={written} onClose={() => setWritten(null)} /> : null}
    </>
  )
}
