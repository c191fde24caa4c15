import { FileText, ScanText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { BookTable } from '#app/records/screen/book-table.tsx'
import { RecordToolbar } from '#app/records/screen/record-toolbar.tsx'
import type { AskedRecords } from '#app/records/screen/use-asked-records.ts'
import { useEntryLine } from '#app/records/screen/use-entry-line.ts'
import type { RowAction } from '#app/ui/data-table/data-table-props.ts'
import { CaseDialog } from './case-dialog.tsx'
import type { DepositSearch } from './deposit-search.ts'
import { depositExportOrder, depositImportPath } from './export-deposit-cases.ts'
import { LetterDialog } from './letter-dialog.tsx'
import { OpenedCases } from './opened-cases.tsx'
import { withSectionManager } from './section-choices.ts'
import { useDepositScreen } from './use-deposit-screen.ts'

const tableId = 'deposit-cases-book'
const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** 사건부 of the deposits (spec 2 §2 "Case book tab"): entry line, inline edit, each case in its own window, official letters. */
export function BookTab() {
  return <OpenedCases tableId={tableId}>{(opened) => <Book {...opened} />}</OpenedCases>
}

function Book(asked: AskedRecords<DepositSearch>) {
  const { screen, offers } = useDepositScreen(asked, { label: '공탁 사건부' })
  const { actions } = screen
  const entry = useEntryLine(screen, (draft, changedKey) =>
    changedKey === 'business_section' ? withSectionManager(draft, offers.masters) : draft,
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
      <RecordFilters
        screen={screen}
        suggestions={offers.suggestions}
        actions={<RecordToolbar screen={screen} exportOrder={depositExportOrder} importPath={depositImportPath} />}
      />
      <BookTable screen={screen} entry={entry} rowActions={rowActions} />
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
