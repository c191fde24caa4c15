import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { type CheckedUnit, downloadApplicationMessages } from '#contract/applications/applications.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { type CheckState, useApplicationDownload } from './use-application-download.ts'

interface DownloadApplicationsProps {
  /** At least one, in file order. Must keep its identity while the dialog is open. */
  unitIds: readonly string[]
  onClose(): void
}

/**
 * 신청서 다운로드: what is missing in the chosen units, which documents to add, and one file with all
 * filings. Made by the server, so it needs a connection.
 */
export function DownloadApplications({ unitIds, onClose }: DownloadApplicationsProps) {
  const applicationDownload = useApplicationDownload(unitIds, onClose)
  const [extraDocuments, setExtraDocuments] = useState({ cost_statement: false, receipt: false })
  const { isWorking, isOffline, hasUnsent } = applicationDownload
  return (
    <Dialog
      open
      isSticky={isWorking}
      title="신청서 다운로드"
      description={`선택한 세대 ${formatNumber(unitIds.length)}건의 등기신청서와 위임장을 PDF 파일 하나로 만듭니다.`}
      // While a download runs, Escape cancels it first and the dialog stays open.
      onClose={isWorking ? applicationDownload.cancel : onClose}
      actions={
        <>
          <Button onClick={isWorking ? applicationDownload.cancel : onClose}>{isWorking ? '취소' : '닫기'}</Button>
          <Button
            tone="primary"
            isBusy={isWorking}
            disabledReason={isOffline ? offlineReason : undefined}
            onClick={() => void applicationDownload.download(extraDocuments)}
          >
            다운로드
          </Button>
        </>
      }
    >
      <div className="mt-3 flex flex-col gap-4">
        {isOffline ? <Notice>{offlineReason}</Notice> : <MissingList check={applicationDownload.check} />}
        <fieldset className="flex flex-wrap gap-x-6 gap-y-1" disabled={isWorking}>
          <legend className="mb-1 font-semibold">함께 만들 서류</legend>
          <DocumentCheckbox
            label="비용내역서"
            isChecked={extraDocuments.cost_statement}
            onToggle={(cost_statement) => setExtraDocuments({ ...extraDocuments, cost_statement })}
          />
          <DocumentCheckbox
            label="영수증"
            isChecked={extraDocuments.receipt}
            onToggle={(receipt) => setExtraDocuments({ ...extraDocuments, receipt })}
          />
        </fieldset>
        <p className="text-label text-ink-2">
          당사자의 주민등록번호가 모두 인쇄되고, 누가 어느 세대를 다운로드했는지 기록이 남습니다.
        </p>
        {hasUnsent ? <Notice>아직 전송되지 않은 변경은 파일에 들어 있지 않습니다.</Notice> : null}
        <p role="status" className="flex items-center gap-2 text-ink-2">
          {isWorking ? (
            <>
              <Spinner label="처리 중" size={16} />
              {downloadApplicationMessages.working}
            </>
          ) : null}
        </p>
      </div>
    </Dialog>
  )
}

const offlineReason = '신청서는 서버에서 만들므로 연결되어 있을 때 다운로드할 수 있습니다.'

function Notice({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
      {children}
    </p>
  )
}

function DocumentCheckbox({
  label,
  isChecked,
  onToggle,
}: {
  label: string
  isChecked: boolean
  onToggle(isOn: boolean): void
}) {
  return (
    <label className="flex min-h-7 items-center gap-2 coarse:min-h-11">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onToggle(event.target.checked)}
        className="size-4 shrink-0 accent-primary"
      />
      {label}
    </label>
  )
}

/**
 * Boxes of 등기신청서 that cannot be filled, per unit. They can be filled in first or by hand on paper.
 */
function MissingList({ check }: { check: CheckState }) {
  if (check === 'asking')
    return (
      <p role="status" className="text-ink-2">
        빠진 항목이 있는지 확인하고 있습니다...
      </p>
    )
  if ('failure' in check)
    return (
      <p role="alert" className="text-danger">
        {check.failure}
      </p>
    )
  const incompleteUnits = check.units.filter((unit) => countMissing(unit) > 0)
  if (incompleteUnits.length === 0) {
    return (
      <p className="flex items-center gap-2 text-good">
        <CircleCheck size={16} strokeWidth={1.5} aria-hidden />
        모든 항목이 채워졌습니다.
      </p>
    )
  }
  return (
    <section aria-label="확인할 항목">
      <h3 className="mb-1 font-semibold">확인할 항목이 있는 세대 {formatNumber(incompleteUnits.length)}건</h3>
      <p className="mb-2 text-label text-ink-2">그대로 다운로드하면 비어 있는 항목은 빈칸으로 인쇄됩니다.</p>
      <ul className="max-h-[40dvh] overflow-y-auto border-y">
        {incompleteUnits.map((unit) => (
          <li key={unit.property_id} className="border-b px-1 py-2 last:border-b-0">
            <MissingOfUnit unit={unit} isOpen={incompleteUnits.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MissingOfUnit({ unit, isOpen }: { unit: CheckedUnit; isOpen: boolean }) {
  const name = `${unit.group_name} ${unit.dongho}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2">
        <a
          href={`/popup/real-estate-units/${unit.property_id}`}
          target="_blank"
          rel="noopener"
          title="새 창에서 세대 열기"
          className="inline-flex min-h-7 items-center font-semibold text-primary underline coarse:min-h-11"
        >
          {name}
        </a>
        {unit.is_saved ? null : <span className="text-label text-ink-3">저장한 신청서 없음</span>}
      </div>
      <details open={isOpen}>
        <summary className="min-h-7 cursor-pointer content-center text-warn coarse:min-h-11">
          <span className="sr-only">{name} </span>
          {formatNumber(countMissing(unit))}개 항목
        </summary>
        {unit.filings
          .filter(({ missing }) => missing.length > 0)
          .map((filing, index) => (
            <MissingOfFiling key={index} {...filing} />
          ))}
      </details>
    </>
  )
}

function MissingOfFiling({ title, missing }: CheckedUnit['filings'][number]) {
  return (
    <div className="mt-1 pl-4">
      <h4 className="text-label text-ink-3">{title}</h4>
      <ul className="list-disc pl-4 text-ink-2">
        {missing.map(({ box, words }, line) => (
          <li key={line}>
            <span className="text-ink-3">{box} ·</span> {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

function countMissing({ filings }: CheckedUnit): number {
  return filings.reduce((sum, { missing }) => sum + missing.length, 0)
}
