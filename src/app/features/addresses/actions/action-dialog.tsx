import { useState } from 'react'
import {
  addressActions,
  officialDocuments,
  type AddressActionName,
  type OfficialDocument,
} from '#contract/addresses/address-actions.ts'
import { itemsPerBatch, secondsPerItem } from '#contract/records/download-task.ts'
import { durationText } from '#app/downloads/task-texts.ts'
import { useDownloadTasks } from '#app/downloads/use-download-tasks.tsx'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { useTakeOutReason } from '#app/records/take-out/reason-choice.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionText, addressOrder, isOfSheet, writesText, type SheetFormat } from './address-order.ts'
import { DocumentCheck, SurveyCheck } from './paper-check.tsx'
import { detailsOf, PaperDetailFields, type DetailTexts } from './paper-details.tsx'
import { WithoutAddress } from './without-address.tsx'

interface ActionDialogProps {
  name: AddressActionName
  addressIds: readonly string[]
  skippedCount: number
  onClose(): void
}

/**
 * Confirms a bulk action before it starts: what it does, to how many addresses, and roughly how
 * long it takes.
 */
export function ActionDialog({ name, addressIds, skippedCount, onClose }: ActionDialogProps) {
  const tasks = useDownloadTasks()
  const takeOut = useTakeOutReason()
  const isOffline = useSyncStatus().connection === 'offline'
  const [chosen, setDocument] = useState<OfficialDocument>(officialDocuments[0].value)
  const [texts, setTexts] = useState<DetailTexts>({})
  const [format, setFormat] = useState<SheetFormat>('xlsx')
  const document = name === 'officialDocument' ? chosen : undefined
  const action = addressActions[name]
  const details = document ? detailsOf(document, texts) : {}
  const request = { name, addressIds, document, details, format }

  // Official documents are made to be sent out, so they need no reason; all other exported files
  // do.
  const needsReason = action.made !== 'records' && !document

  function start() {
    const exportReason = needsReason ? takeOut.read() : undefined
    if (exportReason === null) return
    tasks.start(addressOrder({ ...request, ...(exportReason && { takeOut: exportReason }) }))
    onClose()
  }

  return (
    <Dialog
      open
      width={name === 'officialDocument' || isOfSheet(name) ? 'regular' : 'narrow'}
      title={actionText(action.question, request)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button tone="primary" onClick={start}>
            {action.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {document ? (
          <>
            <Select<OfficialDocument>
              label="문서 종류"
              value={document}
              choices={officialDocuments}
              onValue={setDocument}
            />
            <PaperDetailFields document={document} texts={texts} onTexts={setTexts} />
            <DocumentCheck addressIds={addressIds} document={document} details={details} />
          </>
        ) : null}
        {isOfSheet(name) ? (
          <>
            <Select<SheetFormat> label="파일 형식" value={format} choices={formats} onValue={setFormat} />
            <SurveyCheck addressIds={addressIds} />
          </>
        ) : null}
        <p>{writesText(name, document)}</p>
        {needsReason ? takeOut.fields : null}
        <p className="text-ink-2">
          {batchText(addressIds.length)} 예상 소요시간은 약{' '}
          {durationText(Math.max(1, addressIds.length * secondsPerItem))}
          입니다. 진행 상황은 위쪽의 다운로드 작업에서 볼 수 있습니다.
        </p>
        <WithoutAddress count={skippedCount} />
        {isOffline ? (
          <p role="status" className="rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
            지금은 연결되어 있지 않습니다. 연결되면 한 번 요청합니다.
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const formats = [
  { value: 'xlsx', label: '엑셀' },
  { value: 'pdf', label: 'PDF' },
] as const

function batchText(count: number): string {
  const batches = Math.ceil(count / itemsPerBatch)
  return batches < 2 ? '' : `${itemsPerBatch}건씩 ${batches.toLocaleString('ko-KR')}번에 나누어 처리합니다.`
}
