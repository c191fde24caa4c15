import { ArrowRight, FileDown, ScrollText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, formatWaitingNote } from '#app/records/actions/outcome-texts.ts'
import { useExportReasonPrompt } from '#app/records/export-reason/export-reason-dialog.tsx'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import type { PartsTarget } from '#app/records/parts/use-part-saving.ts'
import { PartsPending, useParts } from '#app/records/parts/use-parts.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { addressChangeBook } from '#contract/books/address-parts.ts'
import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { extractFilePath, extractSchema, ownRecordsSource, type RegistryExtract } from '#contract/registry/extract.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { type ExportTerms, exportTermsParams } from '#contract/trail/export-reason.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import type { ChangeKind } from '#domain/registry/compare-extracts.ts'
import { useTasksDisabledReason } from '../tasks/use-tasks-disabled-reason.ts'
import { ExtractView } from './extract-view.tsx'

const AddressTaskDialog = lazy(async () => ({
  default: (await import('../tasks/address-task-dialog.tsx')).AddressTaskDialog,
}))

/** 등본 발급 for one address; asks for confirmation like the task on many. */
function IssueExtract({ addressId, isFirst }: { addressId: string; isFirst: boolean }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const disabledReason = useTasksDisabledReason()
  return (
    <>
      <Button
        size="sm"
        tone={isFirst ? 'primary' : 'secondary'}
        icon={<ScrollText size={14} strokeWidth={1.5} aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => setIsConfirming(true)}
      >
        {isFirst ? '등본 발급' : '새로 발급'}
      </Button>
      <Suspense fallback={null}>
        {isConfirming ? (
          <AddressTaskDialog
            name="issue"
            addressIds={[addressId]}
            skippedCount={0}
            onClose={() => setIsConfirming(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

const newestFirst: Sort = { field: 'issued_at', direction: 'desc' }

/**
 * 등기부 of an address from the offline copy: the newest extract, older ones by date, and changes
 * waiting for a decision.
 */
export function Registry({ target }: { target: PartsTarget }) {
  const rows = useParts('address-extracts', target.parentId, newestFirst)
  const [chosen, setChosen] = useState('')
  if (!rows) return <PartsPending />
  const [newest] = rows
  const shownExtract = rows.find(({ id }) => id === chosen) ?? newest
  return (
    <div className="@container flex flex-col gap-4">
      <UndecidedChanges target={target} />
      {shownExtract === undefined ? (
        <div className="flex flex-col items-start gap-2">
          <p className="text-ink-2">발급한 등기부등본이 없습니다. 등본을 발급하면 여기에서 바로 볼 수 있습니다.</p>
          <IssueExtract isFirst addressId={target.parentId} />
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-2">
            <div className="basis-full @min-[30rem]:flex-1 @min-[30rem]:basis-56">
              <Select
                label="발급일시"
                value={shownExtract.id}
                choices={rows.map((row, index) => ({ value: row.id, label: describeIssued(row, index === 0) }))}
                onValue={setChosen}
              />
            </div>
            <ExtractFile id={shownExtract.id} />
            <IssueExtract isFirst={false} addressId={target.parentId} />
          </div>
          {shownExtract === newest ? null : (
            <p role="status" className="rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
              이전에 발급한 등본입니다. 최신 내용은 발급일시에서 최신 등본을 선택해 주세요.
            </p>
          )}
          {shownExtract.record['source'] === ownRecordsSource ? (
            <p className="text-label text-ink-2">
              사무소에 입력한 기록으로 만든 시연용 등본입니다. 등기소가 발급한 것이 아니며 법적 효력이 없습니다.
            </p>
          ) : null}
          <StoredExtract row={shownExtract} />
        </>
      )}
    </div>
  )
}

/** Downloads the PDF as issued, which only the server has. */
function ExtractFile({ id }: { id: string }) {
  const confirmExport = useExportReasonPrompt()
  const isOffline = useSyncStatus().connection === 'offline'
  const { isBusy, run } = useServerAction({
    send: (api, terms: ExportTerms) =>
      api.get(extractFilePath, { searchParams: { id, ...exportTermsParams(terms) } }).blob(),
    failed: '다운로드 실패',
    onDone: (file) => saveFile(`등기사항전부증명서_${id.slice(-8)}.pdf`, file),
  })

  async function fetchFile() {
    const scope = '등기사항전부증명서 1통을 받습니다.'
    const exportTerms = await confirmExport({ title: 'PDF 받기', actionName: '받기', scope, canUnmask: false })
    if (exportTerms) await run(exportTerms)
  }

  return (
    <Button
      size="sm"
      icon={<FileDown size={14} strokeWidth={1.5} aria-hidden />}
      isBusy={isBusy}
      disabledReason={isOffline ? '인터넷에 연결되어 있어야 PDF를 받을 수 있습니다.' : undefined}
      onClick={() => void fetchFile()}
    >
      PDF 받기
    </Button>
  )
}

function describeIssued({ record }: SourceRow, isNewest: boolean): string {
  const issued = record['issued_at']
  const source = record['source']
  const moment = typeof issued === 'string' ? formatMoment(issued) : '발급일시 모름'
  return [moment, source, isNewest ? '최신' : ''].filter(Boolean).join(' · ')
}

function StoredExtract({ row }: { row: SourceRow }) {
  const extract = readExtract(row)
  if (extract) return <ExtractView extract={extract} />
  return (
    <p role="alert" className="text-danger">
      이 등본의 내용을 읽을 수 없습니다. 등본을 다시 발급해 주세요.
    </p>
  )
}

function readExtract({ record }: SourceRow): RegistryExtract | null {
  try {
    const parsed = extractSchema.safeParse(JSON.parse(String(record['content_json'])))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Differences between an extract and the previous one, old → new. No record changes until somebody
 * presses 반영.
 */
function UndecidedChanges({ target }: { target: PartsTarget }) {
  const rows = useParts(book.collection, target.parentId)
  const decideChange = useDecideChange(target)
  const undecidedChanges = (rows ?? []).filter(({ record }) => record['decision'] === 'open')
  if (undecidedChanges.length === 0) return null
  return (
    <section aria-label="확인할 등기 변동" className="rounded-panel border border-warn p-3">
      <h3 className="mb-2 font-semibold">등기 변동 {formatNumber(undecidedChanges.length)}건을 확인해 주세요</h3>
      <ul className="flex flex-col gap-3">
        {undecidedChanges.map((row) => (
          <li key={row.id} className="flex flex-col gap-1.5 border-b pb-3 last:border-b-0 last:pb-0">
            <ChangeText row={row} />
            <div className="flex flex-wrap gap-2">
              <Button size="sm" tone="primary" onClick={() => void decideChange(row, 'applied')}>
                반영
              </Button>
              <Button size="sm" onClick={() => void decideChange(row, 'kept')}>
                그대로 둠
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChangeText({ row: { record } }: { row: SourceRow }) {
  const kind = kinds.find(({ value }) => value === record['change_kind'])
  return (
    <>
      <div>
        <Badge tone={kind?.tone ?? 'warn'}>{kind?.label ?? '변동'}</Badge>
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 break-words">
        <dt className="text-label text-ink-3">{'이전 '}</dt>
        <dd className="text-ink-2">{textOrNone(record['before_text'])}</dd>
        <dt className="flex items-center gap-1 text-label text-ink-3">
          <ArrowRight size={12} strokeWidth={1.5} aria-hidden />
          {' 새 내용 '}
        </dt>
        <dd className="font-semibold">{textOrNone(record['after_text'])}</dd>
      </dl>
    </>
  )
}

const kinds = addressChangeBook.fields.flatMap((field) => (field.key === 'change_kind' ? field.choices : []))

function textOrNone(text: unknown): string {
  return typeof text === 'string' && text !== '' ? text : '없음'
}

type ChangeDecision = 'applied' | 'kept'

/**
 * 반영 runs on the server with all consequences of the newest extract, so it asks first and cannot be
 * undone. 그대로 둠 is an ordinary edit.
 */
function useDecideChange({ historyId }: PartsTarget) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const confirm = useConfirm()
  const history = useActionHistory(copy, historyId)
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection: book.collection, toast })
  return async (row: SourceRow, decision: ChangeDecision) => {
    if (decision === 'applied' && !(await confirm(buildApplyQuestion(row)))) return
    const update = buildUpdate(book, row, { decision })
    if ('refusal' in update) return toast.error(update.refusal, bookToast)
    const waits = formatWaitingNote(copy.getStatus().connection === 'online')
    if (decision === 'applied') {
      await copy.enqueue(update.edit)
      return toast.success(`변동 내용을 반영했습니다.${waits}`)
    }
    const edits = [{ edit: update.edit, record: row.record, caption: getRowCaption(book, row) }]
    const { actionId, failure } = await performAction({ copy, history }, { label: '등기 변동 그대로 둠', edits })
    if (failure !== null) return toast.error(failure, bookToast)
    return toast.success(`기록을 그대로 두었습니다.${waits}`, {
      action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) },
    })
  }
}

const book = getRecordBook('address-changes')

function buildApplyQuestion({ record }: SourceRow) {
  const effectText = effectTexts[String(record['change_kind'])] ?? ''
  return {
    title: '등기부 내용을 반영하시겠습니까?',
    message: `${effectText} 반영한 뒤에는 되돌릴 수 없습니다.`.trimStart(),
    confirmLabel: '반영',
  }
}

/** The server applies all undecided changes of rights together, whichever of them was chosen. */
const rightsEffectText = '토지의 관계인을 가장 최근 등본의 을구대로 바꿉니다. 확인할 다른 권리 변동도 함께 반영됩니다.'

/** HAZARD: must describe exactly what the server writes on 반영. */
const effectTexts: Readonly<Record<string, string>> = {
  owner_changed: '소유자 탭과 주소의 소유자를 가장 최근 등본의 소유자로 바꿉니다.',
  description_changed: '토지의 지목·면적과 소유자의 주소를 가장 최근 등본대로 바꿉니다.',
  mortgage_added: rightsEffectText,
  mortgage_lifted: rightsEffectText,
  right_added: rightsEffectText,
  right_lifted: rightsEffectText,
} satisfies Record<ChangeKind, string>
