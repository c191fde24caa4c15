import { useState } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { type ActionEdit, performAction } from '#app/action-history/perform-action.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { addressBook } from '#contract/books/addresses.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { MissingAddressNotice } from './missing-address-notice.tsx'

interface StatusDialogProps {
  addressIds: readonly string[]
  skippedCount: number
  /** Undo history of the screen. */
  history: ActionHistory
  onClose(): void
}

const choices = addressBook.fields.flatMap((field) => (field.key === 'status' ? field.choices : []))
type Status = (typeof choices)[number]['value']

/** 상태 변경 of many addresses: an ordinary edit on the device that is undone as one action. */
export function StatusDialog({ addressIds, skippedCount, history, onClose }: StatusDialogProps) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection: 'addresses', toast })
  const [status, setStatus] = useState<Status>('complete')
  const [isBusy, setIsBusy] = useState(false)
  const count = formatNumber(addressIds.length)

  async function changeStatus() {
    setIsBusy(true)
    const edits = await buildStatusEdits(copy, addressIds, status)
    const { actionId, failure } = await performAction({ copy, history }, { label: `상태 변경 (${count}건)`, edits })
    setIsBusy(false)
    if (failure !== null) return toast.error(`상태 변경 중 오류가 발생했습니다. ${failure}`, bookToast)
    toast.success(`${count}개 데이터가 일괄 변경되었습니다.`, {
      action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) },
    })
    onClose()
  }

  return (
    <Dialog
      open
      width="narrow"
      title={`선택한 주소 ${count}건의 상태를 변경하시겠습니까?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => void changeStatus()}>
            상태 변경
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select<Status> label="새 상태" value={status} choices={choices} onValue={setStatus} />
        <MissingAddressNotice count={skippedCount} />
      </div>
    </Dialog>
  )
}

async function buildStatusEdits(
  copy: OfflineCopy,
  ids: readonly string[],
  status: Status,
): Promise<readonly ActionEdit[]> {
  const book = getRecordBook('addresses')
  const rows = await Promise.all(ids.map((id) => copy.getRow('addresses', id)))
  return rows.flatMap((row) => {
    if (row === null || row.state === 'deleted') return []
    const update = buildUpdate(book, row, { status })
    return 'refusal' in update ? [] : [{ edit: update.edit, record: row.record, caption: getRowCaption(book, row) }]
  })
}
