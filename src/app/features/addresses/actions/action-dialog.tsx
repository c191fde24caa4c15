import { useState } from 'react'
import {
  addressActions,
  officialDocuments,
  type AddressActionName,
  type OfficialDocument,
} from '#contract/addresses/address-actions.ts'
import { itemsPerBatch, secondsPerItem } from '#contract/download-task.ts'
import { durationText } from '#app/downloads/task-texts.ts'
import { useDownloadTasks } from '#app/downloads/use-download-tasks.tsx'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { useAskTakeOut } from '#app/records/take-out/ask-take-out.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { actionText, addressOrder, isOfSheet, type SheetFormat } from './address-order.ts'
import { DocumentCheck, SurveyCheck } from './paper-check.tsx'
import { detailsOf, PaperDetailFields, type DetailTexts } from './paper-details.tsx'
import { WithoutAddress } from './without-address.tsx'

interface ActionDialogProps {
  name: AddressActionName
  addressIds: readonly string[]
  without: number
  onClose(): void
}

/** Asks before the work of a bulk action begins: what it does, to how many, and about how long it takes. */
export function ActionDialog({ name, addressIds, without, onClose }: ActionDialogProps) {
  const tasks = useDownloadTasks()
  const ask = useAskTakeOut()
  const isOffline = useSyncStatus().connection === 'offline'
  const [chosen, setDocument] = useState<OfficialDocument>(officialDocuments[0].value)
  const [texts, setTexts] = useState<DetailTexts>({})
  const [format, setFormat] = useState<SheetFormat>('xlsx')
  const document = name === 'officialDocument' ? chosen : undefined
  const action = addressActions[name]
  const details = document ? detailsOf(document, texts) : {}
  const asked = { name, addressIds, document, details, format }

  async function start() {
    // A paper for outside is the work itself; other files leave the house for a reason.
    const isAsked = action.made !== 'records' && !document
    const takeOut = isAsked ? await ask({ title: action.label, does: '계속', canUnmask: false }) : undefined
    if (takeOut === null) return
    tasks.start(addressOrder({ ...asked, ...(takeOut && { takeOut }) }))
    onClose()
  }

  return (
    <Dialog
      open
      width={name === 'officialDocument' || isOfSheet(name) ? 'regular' : 'narrow'}
      title={actionText(action.question, asked)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>취소</Button>
          <Button tone="primary" onClick={() => void start()}>
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
            <PaperDetailFields {...{ document, texts }} onTexts={setTexts} />
            <DocumentCheck {...{ addressIds, document, details }} />
          </>
        ) : null}
        {isOfSheet(name) ? (
          <>
            <Select<SheetFormat> label="파일 형식" value={format} choices={formats} onValue={setFormat} />
            <SurveyCheck addressIds={addressIds} />
          </>
        ) : null}
        <p>{whatItDoes[name]}</p>
        <p className="text-ink-2">
          {batchText(addressIds.length)} 예상 소요시간은 약{' '}
          {durationText(Math.max(1, addressIds.length * secondsPerItem))}
          입니다. 진행 상황은 위쪽의 다운로드 작업에서 볼 수 있습니다.
        </p>
        <WithoutAddress count={without} />
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

const whatItDoes: Readonly<Record<AddressActionName, string>> = {
  issue: '등기부등본을 새로 발급해 주소마다 보관합니다. 이전 등본과 달라진 내용이 있으면 주소에 표시합니다.',
  download: '주소마다 가장 최근 등본을 PDF로 모아 ZIP 파일 하나로 내려받습니다.',
  refreshOwners: '등기부의 소유자를 확인합니다. 지금 기록과 다르면 바꾸기 전에 주소에서 확인을 받습니다.',
  landSurvey: '토지의 소재지·지번·지목·면적·편입면적과 소유자·관계인을 토지조서로 만들어 내려받습니다.',
  compensation: '편입면적과 단가로 보상액을 계산해 산정표로 만들어 내려받습니다.',
  officialDocument: '주소마다 한 통씩 만들어 PDF 파일 하나로 내려받습니다.',
}
