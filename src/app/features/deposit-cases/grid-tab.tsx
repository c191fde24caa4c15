import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { chosenRecords } from '#app/records/actions/bulk-edit-records.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { RecordTable } from '#app/records/screen/record-table.tsx'
import { RecordToolbar } from '#app/records/screen/record-toolbar.tsx'
import { useDetailBeside } from '#app/records/detail/use-detail-beside.ts'
import { useOpenRecord } from '#app/records/address/use-open-record.ts'
import type { RecordDesk } from '#app/records/screen/use-record-desk.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { noRows } from '#app/ui/data-table/selection/row-checks.ts'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { AddCaseDialog } from './add-case-dialog.tsx'
import { CasePanel } from './case-panel.tsx'
import { DeadlineBanner } from './deadline-banner.tsx'
import { DepositFilters } from './deposit-filters.tsx'
import { openCaseSchema } from './deposit-search.ts'
import { gridWords, panelWords } from './deposit-words.ts'
import { depositExportOrder, depositImportPath } from './export-deposit-cases.ts'
import { OpenedCases, type Opened } from './opened-cases.tsx'
import { useDepositDesk } from './use-deposit-desk.ts'

const tableId = 'deposit-cases-grid'
const icon = { size: 16, strokeWidth: 1.5 }

/** 데이터 (spec 2 §2 "Deposit case grid"): the editable grid of deposit cases with the detail panel beside it, on the offline copy. */
export function GridTab() {
  return <OpenedCases tableId={tableId}>{(opened) => <Grid {...opened} />}</OpenedCases>
}

function Grid(opened: Opened) {
  const { state, source } = opened
  const { search } = state
  const { desk, offers, asking } = useDepositDesk(opened, { label: '공탁 사건', words: gridWords })
  const { actions } = desk
  const [isAdding, setAdding] = useState(false)
  const address = useOpenRecord(openCaseSchema, 'basic')
  const { detail, cells, goTo } = useDetailBeside({
    ...{ desk, opened: address, label: '공탁 사건 상세' },
    onEdit: (action) => actions.edit(action, panelWords),
    missingText: '열려던 사건이 지금 조건에 없습니다.',
  })
  return (
    <>
      <DeadlineBanner copy={opened.copy} />
      <DepositFilters
        {...{ tableId, state, source }}
        label="공탁 사건"
        suggestions={offers.suggestions}
        columns={desk.columns}
        actions={
          <RecordToolbar desk={desk} exportOrder={() => depositExportOrder(search)} importPath={depositImportPath}>
            <Button tone="primary" icon={<Plus {...icon} />} onClick={() => setAdding(true)}>
              사건 추가
            </Button>
            <DeleteChosen desk={desk} />
          </RecordToolbar>
        }
      />
      {/* With the banner above, a low screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col [@media(height<56rem)]:min-h-96">
        <DetailSplit
          tableId={tableId}
          panel={
            address.rowId === null ? null : (
              <CasePanel {...{ detail, columns: desk.columns, tab: address.tab, onTab: address.turn, actions }} />
            )
          }
        >
          <RecordTable desk={desk} {...asking} pending={cells} goTo={goTo} onOpenRow={detail.open} />
        </DetailSplit>
      </div>
      {isAdding ? <AddCaseDialog offers={offers} onAdd={actions.entry.onAdd} onClose={() => setAdding(false)} /> : null}
    </>
  )
}

/** 선택한 {n}건을 삭제하시겠습니까? (spec 2 §5 "Deletion confirmations") */
function DeleteChosen({ desk }: { desk: RecordDesk }) {
  const toast = useToast()
  const { actions, ticked, count, copy, query, book } = desk

  async function run() {
    if (count === 0) return toast.info('선택된 항목이 없습니다.', bookToast)
    const chosen = chosenRecords({ copy, collection: book.collection }, { selection: ticked.value, query })
    if (await actions.removeChosen(chosen, count)) ticked.onChange(noRows)
  }

  return (
    <IconButton
      tone="secondary"
      label={count === 0 ? '선택 삭제' : `선택 삭제 (${count.toLocaleString('ko-KR')})`}
      icon={<Trash2 {...icon} />}
      onClick={() => void run()}
    />
  )
}
