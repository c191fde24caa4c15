import { useState } from 'react'
import { useExportReasonFields } from '#app/records/export-reason/reason-choice.tsx'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { formatTaskDuration } from '#app/tasks/background-task.ts'
import { useBackgroundTasks } from '#app/tasks/use-background-tasks.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import {
  type AddressTaskName,
  addressTasks,
  depositGrounds,
  type DocumentDetails,
  type OfficialDocument,
  officialDocuments,
} from '#contract/addresses/address-tasks.ts'
import { itemsPerBatch, secondsPerItem } from '#contract/tasks/background-task.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildAddressTaskRequest, isSurveyTask, type SurveyFormat } from './address-task-request.ts'
import { describeTaskEffects, fillTaskText } from './address-task-texts.ts'
import { DocumentCheck, SurveyCheck } from './document-checks.tsx'
import { MissingAddressNotice } from './missing-address-notice.tsx'

interface AddressTaskDialogProps {
  name: AddressTaskName
  addressIds: readonly string[]
  skippedCount: number
  onClose(): void
}

/**
 * Confirms a task before it starts: what it does, to how many addresses, and roughly how
 * long it takes.
 */
export function AddressTaskDialog({ name, addressIds, skippedCount, onClose }: AddressTaskDialogProps) {
  const tasks = useBackgroundTasks()
  const reasonFields = useExportReasonFields()
  const isOffline = useSyncStatus().connection === 'offline'
  const [chosenDocument, setChosenDocument] = useState<OfficialDocument>(officialDocuments[0].value)
  const [texts, setTexts] = useState<DetailTexts>({})
  const [format, setFormat] = useState<SurveyFormat>('xlsx')
  const document = name === 'officialDocument' ? chosenDocument : undefined
  const task = addressTasks[name]
  const isDirty = Object.values(texts).some((text) => text.trim() !== '')
  const close = useDirtyDialog(isDirty, task.label, onClose)
  const details = document ? pickDetails(document, texts) : {}
  const request = { name, addressIds, document, details, format }

  // Official documents are made to be sent out, so they need no reason; all other exported files
  // do.
  const needsReason = task.result !== 'records' && !document

  function start() {
    const exportReason = needsReason ? reasonFields.read() : undefined
    if (exportReason === null) return
    tasks.start(buildAddressTaskRequest({ ...request, ...(exportReason && { exportTerms: exportReason }) }))
    onClose()
  }

  return (
    <Dialog
      open
      width={name === 'officialDocument' || isSurveyTask(name) ? 'regular' : 'narrow'}
      title={fillTaskText(task.question, request)}
      isSticky={isDirty}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button tone="primary" onClick={start}>
            {task.label}
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
              onValue={setChosenDocument}
            />
            <DocumentDetailFields document={document} texts={texts} onTexts={setTexts} />
            <DocumentCheck addressIds={addressIds} document={document} details={details} />
          </>
        ) : null}
        {isSurveyTask(name) ? (
          <>
            <Select<SurveyFormat> label="파일 형식" value={format} choices={formats} onValue={setFormat} />
            <SurveyCheck addressIds={addressIds} />
          </>
        ) : null}
        <p>{describeTaskEffects(name, document)}</p>
        {needsReason ? reasonFields.fields : null}
        <p className="text-ink-2">
          {formatBatch(addressIds.length)} 예상 소요시간은 약{' '}
          {formatTaskDuration(Math.max(1, addressIds.length * secondsPerItem))}
          입니다. 진행 상황은 위쪽의 다운로드 작업에서 볼 수 있습니다.
        </p>
        <MissingAddressNotice count={skippedCount} />
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

function formatBatch(count: number): string {
  const batches = Math.ceil(count / itemsPerBatch)
  return batches < 2 ? '' : `${itemsPerBatch}건씩 ${formatNumber(batches)}번에 나누어 처리합니다.`
}

type DetailKey = keyof DocumentDetails
type DetailTexts = Readonly<Partial<Record<DetailKey, string>>>

interface DocumentDetailFieldsProps {
  document: OfficialDocument
  texts: DetailTexts
  onTexts(texts: DetailTexts): void
}

/**
 * Inputs for document details that aren't stored in any record. They apply to every document of the
 * batch; an empty input prints an empty box.
 */
function DocumentDetailFields({ document, texts, onTexts }: DocumentDetailFieldsProps) {
  const keys = keysByDocument[document]
  if (keys.length === 0) return null
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 text-label text-ink-3">비워 두면 서류에 빈칸으로 인쇄됩니다.</legend>
      {keys.map((key) => (
        <DetailField
          key={key}
          name={key}
          text={texts[key] ?? ''}
          onText={(text) => onTexts({ ...texts, [key]: text })}
        />
      ))}
    </fieldset>
  )
}

/** The non-empty details that this kind of document uses. */
function pickDetails(document: OfficialDocument, texts: DetailTexts): Readonly<Record<string, string>> {
  const filled = keysByDocument[document].map((key) => [key, (texts[key] ?? '').trim()] as const)
  return Object.fromEntries(filled.filter(([, text]) => text !== ''))
}

function DetailField({ name, text, onText }: { name: DetailKey; text: string; onText(text: string): void }) {
  const frame = { label: labels[name], hint: hints[name], value: text, onValue: onText }
  if (name === 'deposit_ground')
    return <Select<string> {...frame} choices={[{ value: '', label: '선택 안 함' }, ...depositGrounds]} />
  return dateKeys.has(name) ? <DateField {...frame} /> : <TextField {...frame} maxLength={100} />
}

const depositKeys: readonly DetailKey[] = [
  'deposit_ground',
  'ruling_committee',
  'ruling_day',
  'use_day',
  'court',
  'bank',
]
const keysByDocument: Readonly<Record<OfficialDocument, readonly DetailKey[]>> = {
  compensation_consultation: [
    ...(['consultation_from', 'consultation_to', 'consultation_place', 'consultation_method'] as const),
    ...(['payment_time', 'required_papers'] as const),
  ],
  deposit: depositKeys,
  deposit_notice: depositKeys,
  cost_claim: [],
}

const dateKeys: ReadonlySet<DetailKey> = new Set(['consultation_from', 'consultation_to', 'ruling_day', 'use_day'])

const hints: Readonly<Partial<Record<DetailKey, string>>> = {
  required_papers: '비워 두면 통상의 서류를 적습니다.',
  court: '비워 두면 주소의 관할등기소에 적힌 법원을 씁니다.',
}

const labels: Readonly<Record<DetailKey, string>> = {
  consultation_from: '협의기간 시작일',
  consultation_to: '협의기간 종료일',
  consultation_place: '협의장소',
  consultation_method: '협의방법',
  payment_time: '보상의 시기',
  required_papers: '구비서류',
  deposit_ground: '공탁사유',
  ruling_committee: '재결한 토지수용위원회',
  ruling_day: '재결일',
  use_day: '수용(사용)개시일',
  court: '관할법원',
  bank: '공탁금 보관은행',
}
