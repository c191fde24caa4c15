import { useState } from 'react'
import { BookTable, RecordToolbar } from '#app/records/screen/book-table.tsx'
import { DeadlineBanner } from '#app/records/screen/deadline-banner.tsx'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { SelectionButtons } from '#app/records/screen/selection-actions.tsx'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useEntryLine } from '#app/records/screen/use-screen-state.ts'
import { AddCaseDialog } from './add-case-dialog.tsx'
import { CasePanel } from './case-panel.tsx'
import type { DepositSearch } from './deposit-search.ts'
import { createDepositExport, depositImportPath } from './export-deposit-cases.ts'
import { LetterWriting } from './letter-dialog.tsx'
import { OpenedCases } from './opened-cases.tsx'
import { withProjectManager } from './project-options.ts'
import { useDepositScreen } from './use-deposit-screen.ts'

const tableId = 'deposit-cases-book'

/**
 * 사건부 of the deposits: entry line, inline edit, each case in a panel or its own window, official
 * letters.
 */
export function BookTab({ companions }: { companions: RecordExtras }) {
  return <OpenedCases tableId={tableId}>{(opened) => <Book records={opened} {...companions} />}</OpenedCases>
}

function Book({
  records,
  parts,
  Actions,
  flags,
  linkedCreation,
}: RecordExtras & { records: ScreenRecords<DepositSearch> }) {
  const { screen, fieldOptions } = useDepositScreen(
    records,
    { flags },
    {
      label: '공탁 사건부',
      loadFailed: '목록 조회 실패',
    },
  )
  const [isAdding, setIsAdding] = useState(false)
  const entry = useEntryLine(screen, (draft, changedKey) =>
    changedKey === 'business_section' ? withProjectManager(draft, fieldOptions.masterData) : draft,
  )
  return (
    <Actions screen={screen}>
      {(selectionActions) => (
        <LetterWriting screen={screen}>
          {(letters) => (
            <>
              <DeadlineBanner screen={screen} />
              <RecordFilters
                screen={screen}
                suggestions={fieldOptions.suggestions}
                actions={
                  <RecordToolbar screen={screen} buildExport={createDepositExport} importPath={depositImportPath}>
                    <SelectionButtons screen={screen} actions={[...selectionActions, letters.openForSelection]} />
                  </RecordToolbar>
                }
              />
              <CasePanel screen={screen} parts={parts} letter={letters.openForRow}>
                {(shared) => (
                  <BookTable
                    screen={screen}
                    {...shared}
                    entry={entry}
                    onAddCard={() => setIsAdding(true)}
                    rowActions={[letters.openForRow]}
                  />
                )}
              </CasePanel>
              {isAdding ? (
                <AddCaseDialog
                  fieldOptions={fieldOptions}
                  linkedCreation={linkedCreation}
                  onAdd={screen.actions.addWithParts}
                  onClose={() => setIsAdding(false)}
                />
              ) : null}
            </>
          )}
        </LetterWriting>
      )}
    </Actions>
  )
}
