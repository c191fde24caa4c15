import { useState, lazy, Suspense } from 'react'
import { FileDown, ScrollText } from 'lucide-react'
import { extractFilePath, extractSchema, ownRecordsSource, type Extract } from '#contract/addresses/extract.ts'
import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { useParts } from '#app/records/parts/use-parts.ts'
import type { PartsTarget } from '#app/records/parts/use-part-saving.ts'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { takeOutParams } from '#contract/trail/take-out.ts'
import { useAskTakeOut } from '#app/records/take-out/ask-take-out.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { ExtractView } from './extract-view.tsx'
import { OpenChanges } from './open-changes.tsx'
import { PartsPending } from '#app/records/parts/parts-pending.tsx'
import { useResting } from '../actions/use-resting.ts'

const ActionDialog = lazy(async () => ({ default: (await import('../actions/action-dialog.tsx')).ActionDialog }))

/** 등본 발급 for one address; asks for confirmation like the bulk action. */
function IssueExtract({ addressId, isFirst }: { addressId: string; isFirst: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  const disabledUntil = useResting()
  return (
    <>
      <Button
        size="sm"
        tone={isFirst ? 'primary' : 'secondary'}
        icon={<ScrollText size={14} strokeWidth={1.5} aria-hidden />}
        disabledReason={disabledUntil}
        onClick={() => setConfirming(true)}
      >
        {isFirst ? '등본 발급' : '새로 발급'}
      </Button>
      <Suspense fallback={null}>
        {isConfirming ? (
          <ActionDialog name="issue" addressIds={[addressId]} skippedCount={0} onClose={() => setConfirming(false)} />
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
  const rows = useParts('address-extracts', target.wholeId, newestFirst)
  const [chosen, setChosen] = useState('')
  if (!rows) return <PartsPending />
  const [newest] = rows
  const shown = rows.find(({ id }) => id === chosen) ?? newest
  return (
    <div className="@container flex flex-col gap-4">
      <OpenChanges target={target} />
      {shown === undefined ? (
        <div className="flex flex-col items-start gap-2">
          <p className="text-ink-2">발급한 등기부등본이 없습니다. 등본을 발급하면 여기에서 바로 볼 수 있습니다.</p>
          <IssueExtract isFirst addressId={target.wholeId} />
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-2">
            <div className="basis-full @min-[30rem]:flex-1 @min-[30rem]:basis-56">
              <Select
                label="발급일시"
                value={shown.id}
                choices={rows.map((row, at) => ({ value: row.id, label: issuedText(row, at === 0) }))}
                onValue={setChosen}
              />
            </div>
            <ExtractFile id={shown.id} />
            <IssueExtract isFirst={false} addressId={target.wholeId} />
          </div>
          {shown === newest ? null : (
            <p role="status" className="rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
              이전에 발급한 등본입니다. 최신 내용은 발급일시에서 최신 등본을 선택해 주세요.
            </p>
          )}
          {shown.record['source'] === ownRecordsSource ? (
            <p className="text-label text-ink-2">
              사무소에 입력한 기록으로 만든 시연용 등본입니다. 등기소가 발급한 것이 아니며 법적 효력이 없습니다.
            </p>
          ) : null}
          <KeptExtract row={shown} />
        </>
      )}
    </div>
  )
}

/** Link to the PDF as issued, on the server. */
function ExtractFile({ id }: { id: string }) {
  const api = useApi()
  const confirmExport = useAskTakeOut()
  const toast = useToast()
  const isOffline = useSyncStatus().connection === 'offline'
  const [isBusy, setBusy] = useState(false)

  async function fetchFile() {
    const takeOut = await confirmExport({ title: 'PDF 받기', actionName: '받기', canUnmask: false })
    if (!takeOut) return
    setBusy(true)
    const searchParams = { id, ...takeOutParams(takeOut) }
    const answer = await answerOf(api.get(extractFilePath, { searchParams }).blob())
    setBusy(false)
    if (answer.ok) saveFile(`등기사항전부증명서_${id.slice(-8)}.pdf`, answer.value)
    else toast.error(`다운로드 실패: ${answer.problem.message}`)
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

function issuedText({ record }: SourceRow, isNewest: boolean): string {
  const issued = record['issued_at']
  const source = record['source']
  const moment = typeof issued === 'string' ? formatMoment(issued) : '발급일시 모름'
  return [moment, source, isNewest ? '최신' : ''].filter(Boolean).join(' · ')
}

function KeptExtract({ row }: { row: SourceRow }) {
  const extract = readExtract(row)
  if (extract) return <ExtractView extract={extract} />
  return (
    <p role="alert" className="text-seal">
      이 등본의 내용을 읽을 수 없습니다. 등본을 다시 발급해 주세요.
    </p>
  )
}

function readExtract({ record }: SourceRow): Extract | null {
  try {
    const read = extractSchema.safeParse(JSON.parse(String(record['content_json'])))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
