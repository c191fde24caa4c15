import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { createSelectionReader } from '#app/records/actions/create-record-bulk-edit.ts'
import { bookToast, nothingCheckedText } from '#app/records/actions/outcome-texts.ts'
import { BookTable, RecordToolbar } from '#app/records/screen/book-table.tsx'
import { DeadlineBanner } from '#app/records/screen/deadline-banner.tsx'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { type SelectionAction, SelectionButtons } from '#app/records/screen/selection-actions.tsx'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { ToolButton } from '#app/ui/buttons/tool-button.tsx'
import { noRows } from '#app/ui/data-table/selection/row-checks.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { createGenericDelete, type Wordings } from '#contract/books/wordings.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { AddCaseDialog } from './add-case-dialog.tsx'
import { CasePanel } from './case-panel.tsx'
import type { DepositSearch } from './deposit-search.ts'
import { createDepositExport, depositImportPath } from './export-deposit-cases.ts'
import { LetterWriting } from './letter-dialog.tsx'
import { OpenedCases } from './opened-cases.tsx'
import { useDepositScreen } from './use-deposit-screen.ts'

/** Messages of the grid 데이터; 사건부 uses those of every case book. */
const gridMessages: Wordings = {
  create: {
    step: '추가',
    done: '새 사건이 성공적으로 추가되었습니다.',
    failed: '사건 추가 중 오류가 발생했습니다.',
    // A failed create shows the server's reason alone.
    failedBecause: '{reason}',
  },
  update: {
    step: '수정',
    done: '성공적으로 수정되었습니다.',
    failed: '데이터 저장 중 오류가 발생했습니다.',
    failedBecause: '데이터 저장 중 오류가 발생했습니다. ({reason})',
  },
  // The messages of the generic table.
  delete: createGenericDelete('삭제'),
}

/** Messages of 저장 in the detail panel. */
const panelMessages: Wordings = {
  ...gridMessages,
  update: { ...gridMessages.update, done: '변경사항이 저장되었습니다.' },
}

const tableId = 'deposit-cases-grid'
const icon = { size: 16, strokeWidth: 1.5 }

/**
 * 데이터: the editable grid of deposit cases with the detail panel next to it, on the offline copy.
 */
export function GridTab({ companions }: { companions: RecordExtras }) {
  return <OpenedCases tableId={tableId}>{(opened) => <Grid records={opened} {...companions} />}</OpenedCases>
}

function Grid({
  records,
  parts,
  Actions,
  flags,
  linkedCreation,
}: RecordExtras & { records: ScreenRecords<DepositSearch> }) {
  const { screen, fieldOptions } = useDepositScreen(records, { flags }, { label: '공탁 사건', wordings: gridMessages })
  const [isAdding, setIsAdding] = useState(false)
  const toolbar = (selectionActions: readonly SelectionAction[]) => (
    <RecordToolbar screen={screen} buildExport={createDepositExport} importPath={depositImportPath}>
      <SelectionButtons screen={screen} actions={selectionActions} />
      <DeleteSelected screen={screen} />
    </RecordToolbar>
  )
  return (
    <LetterWriting screen={screen}>
      {(letters) => (
        <>
          <DeadlineBanner screen={screen} />
          <Actions screen={screen}>
            {(selectionActions) => (
              <RecordFilters
                screen={screen}
                suggestions={fieldOptions.suggestions}
                onAdd={() => setIsAdding(true)}
                actions={toolbar([...selectionActions, letters.openForSelection])}
              />
            )}
          </Actions>
          {/* With the banner above, a low screen scrolls so that some rows stay visible. */}
          <div className="flex min-h-0 flex-1 flex-col unfolded:[@media(height<56rem)]:min-h-96">
            <CasePanel screen={screen} parts={parts} wordings={panelMessages} letter={letters.openForRow}>
              {(shared) => (
                <BookTable
                  screen={screen}
                  {...shared}
                  rowActions={[letters.openForRow]}
                  onAdd={() => setIsAdding(true)}
                />
              )}
            </CasePanel>
          </div>
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
  )
}

/** Asks 선택한 {n}건을 삭제하시겠습니까? */
function DeleteSelected({ screen }: { screen: ScreenState }) {
  const toast = useToast()
  const { actions, selection, selectedCount, copy, query, book } = screen

  async function deleteSelected() {
    if (selectedCount === 0) return toast.info(nothingCheckedText, bookToast)
    const chosenRows = createSelectionReader(
      { copy, collection: book.collection },
      { selection: selection.value, query },
    )
    if (await actions.removeChosen(chosenRows, selectedCount)) selection.onChange(noRows)
  }

  return (
    <ToolButton
      label={selectedCount === 0 ? '선택 삭제' : `선택 삭제 (${formatNumber(selectedCount)})`}
      icon={<Trash2 {...icon} />}
      onClick={() => void deleteSelected()}
    />
  )
}
